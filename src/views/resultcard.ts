import { BOLD, type Brush, box, brushOf, center, fill, sunburst, surface, widthOf, write } from './canvas.ts';
import { flat } from './flat.ts';
import { commas, fitted } from './lists.ts';
import { nameOf, writeName } from './names.ts';
import { signed } from './numbers.ts';
import { picture } from './picture.ts';
import type { Picture, Scene, Standing } from './presenter.ts';
import { ALT, playerName } from './spoken.ts';
import { INK } from './theme.ts';

/**
 * The result of a game as its channel sees it: who won and the places behind, with the winner's board as ornament. One layout
 * for all games.
 */

const WIDTH = 1200;
const HEIGHT = 640;
const GOLD = '#ffc21a';

/** Room of the board. */
export const ORNAMENT = { x: 540, y: 24, w: 640, h: 592 } as const;

const LEFT = 40;
const RIGHT = 500;
const PLATE = { x: 28, w: 484, h: 142, small: 68, round: 20 } as const;
const RIBBON = 24;
/** Middles of the places: below a single winner, and where several share the first. */
const SLOTS = [183, 307, 373, 439] as const;
const SHARED = [146, 220, 294, 368, 442] as const;
const RANK = 80;
const NAME = 137;
const SCORE = 488;
/** Between two rows. */
const HAIR = 33;

/** How a game's card looks. */
export interface Look {
  readonly bg: string;
  readonly ink: string;
  readonly soft: string;
  readonly hair: string;
  /** All colours that are laid flat, for the palette. */
  readonly flats: readonly string[];
}

/** What of a card belongs to its game. */
export interface Ornament {
  readonly game: string;
  /** Title of the map, where there are several. */
  readonly map: string | null;
  readonly look: Look;
  /** A level strip in the colours of a seat, so high, where seats have colours. */
  ribbon?(brush: Brush, seat: number, from: number, to: number, y: number, height: number): void;
  /** Draws the board within `ORNAMENT`. */
  board(brush: Brush): void;
  /** What the board shows, in a sentence. */
  readonly alt: string;
  /** Of a game that was played alone: what its score is called. */
  readonly verdict?: string | undefined;
}

/** The game, and the map in what room is left. */
function drawTitle(brush: Brush, { game, map, look }: Ornament): void {
  const wide = write(brush, game, LEFT, 82, { size: 50, weight: BOLD, color: look.ink, fit: RIGHT - LEFT });
  const room = RIGHT - LEFT - wide - 17;
  // Smaller than that it could not be read on a phone.
  if (map !== null && widthOf(brush, map, 47) * 0.72 <= room)
    write(brush, map, LEFT + wide + 17, 82, { size: 47, color: look.soft, fit: room });
}

interface Plate {
  readonly top: number;
  readonly height: number;
}

/** Somebody who won, on gold, with the seat's colours along the lower edge. */
async function drawWinner(
  brush: Brush,
  { seat, score }: Standing,
  { top, height }: Plate,
  { ribbon, verdict }: Ornament,
  scene: Scene,
): Promise<void> {
  const large = height === PLATE.h;
  const strip = ribbon ? (large ? RIBBON : RIBBON / 2) : 0;
  brush.save();
  box(brush, PLATE.x, top, PLATE.w, height, large ? PLATE.round : 14);
  brush.clip();
  brush.fillStyle = GOLD;
  brush.fillRect(PLATE.x, top, PLATE.w, height);
  ribbon?.(brush, seat, PLATE.x, PLATE.x + PLATE.w, top + height - strip / 2, strip);
  brush.restore();
  const middle = top + (height - strip) / 2;
  const alone = verdict !== undefined;
  if (!alone) {
    sunburst(brush, RANK, middle, large ? 38 : 27);
    fill(brush, INK);
    center(brush, '1', RANK, middle, { size: large ? 48 : 36, color: GOLD });
  }
  const size = large ? 116 : 54;
  const scored = write(brush, signed(score), SCORE, middle + size * 0.364, {
    size,
    weight: BOLD,
    color: INK,
    align: 'right',
    fit: 250,
  });
  const from = alone ? PLATE.x + 26 : NAME;
  const letters = large ? 68 : 50;
  writeName(brush, await nameOf(scene, seat), from, middle + letters * 0.364, {
    size: letters,
    weight: BOLD,
    color: INK,
    room: SCORE - scored - 20 - from,
  });
}

/** A place behind the first. */
async function drawRow(
  brush: Brush,
  { seat, score, rank }: Standing,
  middle: number,
  { ribbon, look }: Ornament,
  scene: Scene,
): Promise<void> {
  const base = (size: number) => middle + size * 0.364;
  center(brush, rank === null ? '–' : String(rank), RANK, middle, {
    size: 48,
    weight: 500,
    color: look.soft,
  });
  const scored = write(brush, signed(score), SCORE, base(54), {
    size: 54,
    weight: BOLD,
    color: look.ink,
    align: 'right',
  });
  const name = await nameOf(scene, seat);
  const room = SCORE - scored - 24 - NAME;
  writeName(brush, name, NAME, base(50), { size: 50, color: look.ink, room });
  const end = NAME + Math.min(widthOf(brush, name.text + name.mark, 50), room);
  const [from, to] = [end + 22, SCORE - scored - 22];
  if (to - from > 40) ribbon?.(brush, seat, from, to, middle, 18);
}

async function paint(
  brush: Brush,
  standings: readonly Standing[],
  ornament: Ornament,
  scene: Scene,
): Promise<void> {
  const { look, verdict } = ornament;
  ornament.board(brush);
  drawTitle(brush, ornament);
  const winners = standings.filter(({ rank }) => rank === 1).length;
  const slots = winners === 1 ? SLOTS : SHARED;
  const shown = standings.length > slots.length ? standings.slice(0, slots.length - 1) : standings;
  for (const [i, standing] of shown.entries()) {
    const middle = slots[i]!;
    if (standing.rank === 1) {
      const height = winners === 1 ? PLATE.h : PLATE.small;
      await drawWinner(brush, standing, { top: middle - height / 2, height }, ornament, scene);
    } else await drawRow(brush, standing, middle, ornament, scene);
    if (i > 0 && standing.rank !== 1 && i < standings.length - 1) {
      brush.fillStyle = look.hair;
      brush.fillRect(LEFT, middle + HAIR - 1, RIGHT - LEFT, 2);
    }
  }
  const more = standings.length - shown.length;
  if (more > 0)
    write(brush, scene.t('picture.more', { count: more }), NAME, slots.at(-1)! + 18, {
      size: 48,
      color: look.soft,
      fit: RIGHT - NAME,
    });
  if (verdict !== undefined)
    write(brush, verdict, LEFT, 330, { size: 52, weight: BOLD, color: look.ink, fit: RIGHT - LEFT });
}

/** "Metro, Paris. Ben wins with 86. Then Cleo 53 and Ann 43." and what the board shows. */
function altOf(standings: readonly Standing[], { game, map, alt, verdict }: Ornament, scene: Scene): string {
  const { t } = scene;
  const each = (of: readonly Standing[]) =>
    commas(
      t,
      of.map(({ seat, score }) =>
        t('picture.result.place', { name: playerName(scene, seat), score: signed(score) }),
      ),
    );
  const first = standings.filter(({ rank }) => rank === 1);
  const rest = standings.filter(({ rank }) => rank !== 1);
  return fitted(t, ALT, [
    map === null ? t('picture.result.game', { game }) : t('picture.result.title', { game, map }),
    verdict !== undefined
      ? t('picture.result.alone', { name: each(standings), verdict })
      : first.length > 0
        ? t(`picture.result.${first.length > 1 ? 'shared' : 'won'}`, { names: each(first) })
        : null,
    rest.length > 0 ? t('picture.result.then', { names: each(rest) }) : null,
    alt,
  ]);
}

/** The card of a game that has ended, 1200 by 640 pixels; the lower left corner stays empty. */
export const resultCard = (standings: readonly Standing[], ornament: Ornament, scene: Scene): Picture =>
  picture(altOf(standings, ornament, scene), {
    width: WIDTH,
    height: HEIGHT,
    png: async () => {
      const { look } = ornament;
      const on = surface(WIDTH, HEIGHT, look.bg);
      await paint(brushOf(on), standings, ornament, scene);
      return flat(on, [GOLD, INK, look.bg, look.ink, look.soft, look.hair, ...look.flats]);
    },
  });
