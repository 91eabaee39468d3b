import { totalOf as total } from '../../games/metromania/score.ts';
import { type Company, companiesOf, type Line } from '../../games/metromania/state.ts';
import { type Brush, center, circle, fill, textWidth } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import { graphemesOf } from '../lists.ts';
import { type Name, nameOf } from '../names.ts';
import type { Scene, Theme } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import type { Shown, Spot } from './ground.ts';

/** Companies by the names and signs of those who play them. */

export interface Who {
  /** By company. */
  readonly names: readonly Name[];
  /** By company: one sign that stands for it. */
  readonly initials: readonly string[];
  /** By company: it is the second one of its player, whose sign is a ring. */
  readonly second: readonly boolean[];
}

/** The sign of computers, which they have in common, is none of theirs. */
function initialOf(name: string): string {
  const first = graphemesOf(name.replace(/^🤖\s*/u, ''))[0] ?? '';
  const upper = first.toUpperCase();
  return graphemesOf(upper).length === 1 ? upper : first;
}

/** Names as they can be drawn, with initials; numbers of seats instead where two initials are alike. */
export async function whoPlays({ setting }: Pick<Shown, 'setting'>, scene: Scene): Promise<Who> {
  const names: Name[] = [];
  for (let seat = 0; seat < setting.seats; seat++) names.push(await nameOf(scene, seat));
  const found = names.map(({ text }) => initialOf(text));
  const alike = new Set(found).size < found.length;
  const initials = found.map((initial, seat) => (alike ? String(seat + 1) : initial));
  const { owners, advanced } = setting;
  return {
    names: owners.map((seat) => names[seat]!),
    initials: owners.map((seat) => initials[seat]!),
    second: owners.map((_, company) => advanced && company % 2 === 1),
  };
}

/** The colours of a company's badge: the second company of a player has a ring instead of a full disc. */
export function badgeColors(who: Who, company: Company, theme: Theme) {
  const style = styleOf(theme, company);
  const { bg, ink } = PAPERS[theme];
  const ring = who.second[company] === true;
  return { edge: style.color, ground: ring ? bg : style.color, text: ring ? ink : style.text };
}

const initial = (brush: Brush, text: string, [x, y]: Spot, size: number, color: string): void => {
  const wide = textWidth(text, size, 800);
  center(brush, text, x, y, { size: wide > size * 1.1 ? (size * size * 1.1) / wide : size, color });
};

/** The round sign of a company. */
export function drawBadge(brush: Brush, who: Who, company: Company, at: Spot, r: number, theme: Theme): void {
  const { edge, ground, text } = badgeColors(who, company, theme);
  circle(brush, ...at, r + 3);
  fill(brush, PAPERS[theme].casing);
  circle(brush, ...at, r);
  fill(brush, edge);
  if (ground !== edge) {
    circle(brush, ...at, r - 4);
    fill(brush, ground);
  }
  initial(brush, who.initials[company]!, at, r * 1.2, text);
}

/** Lays the same. */
export function layBadge(
  stage: Stage,
  who: Who,
  company: Company,
  [x, y]: Spot,
  r: number,
  theme: Theme,
): void {
  const key = `badge ${company} ${who.second[company]} ${who.initials[company]} ${r}`;
  stage.stamp(key, x, y, around([0, 0], r + 4), (brush) => drawBadge(brush, who, company, [0, 0], r, theme));
}

export const linesOf = ({ lines }: Pick<Shown, 'lines'>, company: Company): [number, Line][] =>
  [...lines.entries()].filter(([, line]) => line.company === company);

/** Points of a company: of its stations while building goes on, all of them at the end. */
export function pointsOf({ over, parts, points }: Shown, company: Company): number {
  const part = parts[company];
  if (!over || !part) return points[company] ?? 0;
  return total(part);
}

/** Points of a seat: of all its companies. */
export const totalOf = (view: Shown, seat: number): number =>
  companiesOf(view.setting, seat).reduce((sum, company) => sum + pointsOf(view, company), 0);
