import { decode } from '../../src/app/ids.ts';
import type { Draft, Upload } from '../../src/app/outbound.ts';
import { payload } from '../../src/discord/outbound.ts';
import { type Context, check, published } from '../../src/playground/payload.ts';
import { bare } from '../bare.ts';
import { pingFaults } from '../lib/pings.ts';

/** Holds a screen against Discord's limits and against the house rules that every screen keeps. */

type Kind = 'create' | 'edit' | 'webhook-create' | 'webhook-edit';

interface Piece {
  readonly type?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly content?: string;
  readonly placeholder?: string;
  readonly url?: string;
  readonly disabled?: boolean;
  readonly description?: string;
  readonly options?: readonly { value: string; label: string; description?: string }[];
  readonly items?: readonly { media: { url: string }; description?: string }[];
  readonly components?: readonly Piece[];
}

interface Body {
  readonly content?: string | null;
  readonly flags?: number;
  readonly components?: readonly Piece[];
  readonly allowed_mentions?: { parse?: unknown[]; users?: string[] };
}

/** All components, nested ones too, as they are read. */
export function pieces(screen: Draft): Piece[] {
  const all: Piece[] = [];
  const walk = (list: readonly Piece[]): void => {
    for (const piece of list) {
      all.push(piece);
      walk(piece.components ?? []);
    }
  };
  walk((screen.body as unknown as Body).components ?? []);
  return bare(all);
}

/** Every sentence that people read, alt text included. */
export function textsOf(screen: Draft, all = pieces(screen)): string[] {
  const { content } = screen.body as unknown as Body;
  const texts = all.flatMap((piece) => [
    piece.content,
    piece.label,
    piece.placeholder,
    ...(piece.options ?? []).flatMap((option) => [option.label, option.description]),
    ...(piece.items ?? []).map((item) => item.description),
  ]);
  return [content ?? undefined, ...texts, ...(screen.files ?? []).map((file) => file.description)]
    .filter((text): text is string => text !== undefined)
    .map(bare);
}

/** So many characters the words of a message take, the unseen ones among them. */
export const lengthOf = (screen: Draft): number => {
  const { content, components } = screen.body as unknown as Body;
  const walk = (list: readonly Piece[]): number =>
    list.reduce((sum, piece) => sum + (piece.content?.length ?? 0) + walk(piece.components ?? []), 0);
  return (content?.length ?? 0) + walk(components ?? []);
};

/** The words of the message itself, without those of buttons, menus and pictures. */
export const wordsOf = (screen: Draft): string =>
  [
    bare((screen.body as unknown as Body).content ?? ''),
    ...pieces(screen).flatMap((piece) => (piece.type === 10 && piece.content ? [piece.content] : [])),
  ]
    .filter(Boolean)
    .join('\n');

/** The line below the heading: at a page of settings what the press has done. */
export const saying = (screen: Draft): string => wordsOf(screen).split('\n')[1]!;

export const idsOf = (screen: Draft, all = pieces(screen)): string[] =>
  all.flatMap((piece) => (piece.custom_id === undefined ? [] : [piece.custom_id]));

/** A sentence that the catalogue lacks comes back as its key, one that was not filled in with its braces. */
const RAW =
  /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object|(?<![\w/.@])(?:[a-z][\w]*\.){1,5}[a-z][a-zA-Z]+(?![\w/])/;

/** What Discord finds in what was sent. The same screen comes again and again, and to hold it against all shapes takes its time. */
const verdicts = new Map<string, readonly string[]>();
const KNOWN = 2000;

function faultsFor(kind: Kind, body: unknown, context: Context): readonly string[] {
  const key = JSON.stringify([kind, body, context]);
  const known = verdicts.get(key);
  if (known) return known;
  const refused = check(kind, body, context);
  const found = [
    ...(refused ? [`refused: ${JSON.stringify(refused)}`] : []),
    // What is taken keeps to the published schema, too; of what is refused it is told where it does not.
    ...(refused ? published(kind, body) : []).map((fault) => `${fault.path.join('.')}: ${fault.message}`),
  ];
  if (verdicts.size >= KNOWN) verdicts.clear();
  verdicts.set(key, found);
  return found;
}

/** A picture that is not drawn yet has no size to be judged. */
const sized = (file: NonNullable<Draft['files']>[number]): Upload =>
  'data' in file ? file : { ...file, data: NOTHING };
const NOTHING = Buffer.alloc(0);

/** What is wrong with a screen, in words; empty when nothing is. */
export function unsound(screen: Draft, kind: Kind, previous?: Context['previous']): string[] {
  const { body, files = [] } = payload({ ...screen, files: screen.files?.map(sized) });
  const context: Context = {
    files: files.map((file) => file.name),
    fileSizes: files.map((file) => (file.data as Buffer).length),
    previous,
  };
  const { allowed_mentions: mentions } = body as Body;
  const all = pieces(screen);
  return [
    ...faultsFor(kind, body, context),
    ...(mentions ? [] : ['no allowed_mentions']),
    ...(mentions?.parse?.length ? ['allowed_mentions parses'] : []),
    ...pingFaults(body as Body),
    ...idsOf(screen, all).flatMap((id) => (decode(id) ? [] : [`"${id}" does not come back`])),
    ...textsOf(screen, all).flatMap((text) => {
      const raw = RAW.exec(text);
      return raw ? [`"${raw[0]}" in "${text.slice(0, 200)}"`] : [];
    }),
    ...all.flatMap((piece) =>
      (piece.items ?? []).flatMap((item) => (item.description ? [] : ['a picture without words'])),
    ),
    ...(screen.files ?? []).flatMap((file) =>
      /\.png$/.test(file.name) && !file.description ? [`${file.name} without words`] : [],
    ),
  ];
}
