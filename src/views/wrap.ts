import { textWidth } from './canvas.ts';

/** Where a line may end within a text of Han letters or kana: anywhere but before what closes, and after what opens. */
const BREAK =
  /(?<=[\u3040-\u30ff\u3400-\u9fff、。，；：！？）」』])(?=[\u3040-\u30ff\u3400-\u9fff（「『])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョー])/u;

/** A text in lines no wider than `room`; a word that is wider by itself stays whole. */
export function linesIn(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' '))
    word.split(BREAK).forEach((part, at) => {
      const longer = lines.length > 0 ? `${lines.at(-1)}${at === 0 ? ' ' : ''}${part}` : part;
      if (lines.length > 0 && textWidth(longer, size) <= room) lines[lines.length - 1] = longer;
      else lines.push(part);
    });
  return lines;
}
