import type { Translate } from '../locales.ts';
import { binsOf } from './bins.ts';
import { BOLD, type Brush, brushOf, surface, widthOf, write } from './canvas.ts';
import { type Day, drawDays, drawScores, type Panel, TINTS } from './charts.ts';
import { flat } from './flat.ts';
import { drawable } from './fonts.ts';
import { isolated, sentences } from './lists.ts';
import { wholeName } from './names.ts';
import { rounded, signed } from './numbers.ts';
import type { Picture, Scene } from './presenter.ts';
import { COLORS } from './theme.ts';

/** A player's scores and newest dailies in one picture, the same for every game. */

export interface StatsData {
  /** The player, cut, not escaped. */
  readonly name: string;
  /** The game: "Metro X". */
  readonly title: string;
  /** Scores of all finished games, whole numbers in any order. */
  readonly scores: readonly number[];
  /** The newest dailies, oldest first, those not played too. The last thirty are shown. Null: the game has none. */
  readonly days: readonly Day[] | null;
  /** Of all scores; not read when there are none. */
  readonly average: number;
  readonly best: number;
}

const WIDTH = 1200;
const HEIGHT = 720;
const EDGE = 40;
/** Left edge of what stands beside the lower left corner, which stays empty. */
const CLEAR = 200;
const DAYS = 30;

const SCORES: Panel = { left: EDGE, right: 558, caption: 198, top: 290, bottom: 500 };
/** Where there is nothing beside them. */
const WHOLE: Panel = { ...SCORES, right: WIDTH - EDGE };
const RUN: Panel = { ...SCORES, left: 640, right: WIDTH - EDGE };

/** "31 games", "average 29.4", "best 57". */
function facts(data: StatsData, t: Translate): string[] {
  const games = t('statistics.games', { count: data.scores.length });
  if (data.scores.length === 0) return [games];
  return [
    games,
    t('statistics.average', { n: rounded(data.average, t.locale) }),
    t('statistics.best', { n: signed(data.best) }),
  ];
}

/** Discord's limit of an alt text, in UTF-16 units. */
const ALT = 1024;
/** A name longer than this (made of many joined signs) is not spoken. */
const LONG_NAME = 64;

/** Scores in order; days missed one after the other are told together. */
function dayWords(days: readonly Day[], t: Translate): string[] {
  const words: string[] = [];
  let missed = 0;
  const told = () => {
    if (missed > 0) words.push(t('statistics.missed', { count: missed }));
    missed = 0;
  };
  for (const { score } of days) {
    if (score === null) missed++;
    else {
      told();
      words.push(signed(score));
    }
  }
  told();
  return words;
}

/** The numbers of the picture in words; the scores of single days give way when there is no room for them. */
function altOf(data: StatsData, t: Translate): string {
  const comma = t('statistics.comma');
  const short = data.name.replace(/\s+/gu, ' ').trim();
  const name = short === '' || short.length > LONG_NAME ? t('statistics.player') : isolated(short);
  const head = t('statistics.alt', { name, game: data.title, facts: facts(data, t).join(comma) });
  const { step, from, counts } = binsOf(data.scores);
  const bins = counts.flatMap((count, i) => {
    const low = from + i * step;
    return count === 0 ? [] : [t('statistics.bin', { from: signed(low), to: signed(low + step - 1), count })];
  });
  const told = [head, ...(bins.length > 0 ? [t('statistics.counts', { bins: bins.join(comma) })] : [])];
  const days = (data.days ?? []).slice(-DAYS);
  const played = days.filter(({ score }) => score !== null).length;
  const span = { played, count: days.length, from: days[0]?.day ?? 0, to: days.at(-1)?.day ?? 0 };
  if (days.length === 0) return sentences(t, told);
  const scores = dayWords(days, t);
  const whole = sentences(t, [...told, t('statistics.run', { ...span, scores: scores.join(comma) })]);
  return played > 0 && whole.length <= ALT ? whole : sentences(t, [...told, t('statistics.total', span)]);
}

function drawHead(brush: Brush, name: string, title: string, scene: Scene): void {
  const colors = COLORS[scene.theme];
  const game = Math.min(320, widthOf(brush, title, 48));
  const room = WIDTH - 2 * EDGE - game - 40;
  write(brush, wholeName({ text: name, mark: '' }), EDGE, 104, {
    size: 80,
    weight: BOLD,
    color: colors.ink,
    fit: room,
  });
  write(brush, title, WIDTH - EDGE, 102, { size: 48, color: colors.soft, align: 'right', fit: 320 });
}

/** Scores as a histogram with the average, beside it the last thirty dailies where there are such, 1200 by 720. */
export function statsPicture(data: StatsData, scene: Scene): Picture {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  return {
    alt: altOf(data, t),
    width: WIDTH,
    height: HEIGHT,
    draw: async () => {
      const name = await drawable(data.name, t('statistics.player'));
      const on = surface(WIDTH, HEIGHT, colors.paper);
      const brush = brushOf(on);
      drawHead(brush, name, data.title, scene);
      drawScores(brush, data.scores, data.average, data.days ? SCORES : WHOLE, scene);
      if (data.days) drawDays(brush, data.days.slice(-DAYS), RUN, scene);
      if (data.scores.length > 0) {
        const foot = facts(data, t).join('  ·  ');
        write(brush, foot, CLEAR, HEIGHT - 46, { size: 47, color: colors.ink, fit: WIDTH - EDGE - CLEAR });
      }
      return flat(on, [...Object.values(colors), ...Object.values(TINTS[theme])]);
    },
  };
}
