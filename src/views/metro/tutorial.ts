import type { Code } from '../../games/metro/state.ts';
import { squareOf } from '../../games/metro/tracks.ts';
import { BOLD } from '../canvas.ts';
import type { Drawing } from '../kit/drawing.ts';
import { canvasStage, type Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { WIDTH } from './board.ts';
import { PAPERS, styleOf } from './colors.ts';
import { type Crop, cropOf, drawCrop, lessonOf, scaleOf } from './crop.ts';
import { drawLegal } from './field.ts';
import { drawArrow, drawFace } from './hand.ts';
import { positionOf } from './positions.ts';
import { drawSwatch } from './ribbon.ts';

/** The pictures of the tutorial: the tile in hand, and the part of the board with the two squares to choose from. */

export interface Question {
  /** What lies, in the order of play: the first seat is the one asked, and it is its turn. */
  readonly placed: readonly string[];
  readonly tile: Code;
  /** The squares to choose from. */
  readonly a: string;
  readonly b: string;
}

/** Positions of real games of two. */
export const QUESTIONS = {
  finish: { placed: ['D1 bcbc', 'E1 aaaa'], tile: 'aacb', a: 'F1', b: 'E2' },
  centre: {
    placed: ['D1 aacb', 'F1 acba', 'D2 acba', 'F2 cbaa', 'E2 acba', 'F3 baac'],
    tile: 'aaaa',
    a: 'E1',
    b: 'D3',
  },
  return: { placed: ['D1 aaaa', 'E1 aacb'], tile: 'dada', a: 'D2', b: 'E2' },
  rival: {
    placed: ['H1 aaaa', 'G1 aacb', 'F1 aaaa', 'F2 aacb', 'E2 acba', 'E3 aacb'],
    tile: 'ccda',
    a: 'E1',
    b: 'H2',
  },
} as const satisfies Readonly<Record<string, Question>>;

export type LessonKey = keyof typeof QUESTIONS;
export const isLesson = (key: string): key is LessonKey => Object.hasOwn(QUESTIONS, key);

const CROPS: Readonly<Record<LessonKey, Crop>> = {
  finish: cropOf('D1', 'G2'),
  centre: cropOf('C1', 'G5'),
  return: cropOf('C1', 'F2'),
  rival: cropOf('D1', 'H5'),
};

const EDGE = 24;
const SIDE = { w: 264, tile: 190, top: 106 } as const;
const BOARD_AT = { x: EDGE + SIDE.w + EDGE, w: WIDTH - 3 * EDGE - SIDE.w } as const;
/** The letters on the squares, in pixels of the board. */
const LETTER = 50;

/** The tile in hand, and whose lines look how. */
function drawSide(stage: Stage, tile: Code, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  const x = EDGE;
  const words = { size: 40, color: paper.ink, weight: BOLD, fit: SIDE.w } as const;
  stage.write(t('metro.tutorial.tile'), x, 62, words);
  drawFace(stage, tile, x, SIDE.top, SIDE.tile, paper, 4);
  drawArrow(stage, x + SIDE.tile / 2, SIDE.top, paper);
  (['you', 'other'] as const).forEach((who, seat) => {
    const y = SIDE.top + SIDE.tile + 46 + seat * 52;
    drawSwatch(stage, x, x + 100, y, styleOf(theme, seat), paper);
    stage.write(t(`metro.tutorial.${who}`), x + 116, y + 13, { ...words, fit: SIDE.w - 116 });
  });
}

/** The picture of a question, without the answer. */
export function drawLesson(scene: Scene, key: LessonKey): Drawing {
  const { theme } = scene;
  const { placed, tile, a, b }: Question = QUESTIONS[key];
  const crop = CROPS[key];
  const scale = scaleOf(crop, BOARD_AT.w);
  return lessonOf(Math.round(crop.h * scale) + 2 * EDGE, theme, (brush) => {
    const stage = canvasStage(brush);
    drawSide(stage, tile, scene);
    // No tile is marked as the last: what is asked about is to be seen first.
    const open = { ...positionOf(placed), last: null };
    const signs = (part: Stage) => {
      for (const [text, square] of [
        ['A', a],
        ['B', b],
      ] as const)
        drawLegal(part, squareOf(square), styleOf(theme, open.mover), PAPERS[theme], {
          text,
          size: LETTER,
        });
    };
    drawCrop(stage, crop, { x: WIDTH - EDGE - crop.w * scale, y: EDGE, scale }, { open, signs }, theme);
  });
}
