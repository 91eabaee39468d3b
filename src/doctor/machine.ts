import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { translator } from '../locales.ts';
import { MODULES } from '../modules.ts';
import { unpainted } from '../presenters.ts';
import { textFonts } from '../views/canvas.ts';
import { filesFor } from '../views/shelf.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** What a start needs of the machine: Node, the packages, maps, and pictures that can be drawn. */

/** Whether one version, such as 20.19.0, is another or newer; parts that are not said are 0. */
function reaches(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const [have = 0, need = 0] = [a?.[i], b?.[i]];
    if (have !== need) return have > need;
  }
  return true;
}

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The package.json of this installation, which is not built in. */
const installed = (): Package => createRequire(import.meta.url)('../../package.json') as Package;

/** Node itself; that the packages are there was seen by who started this. `version` is such as "20.19.0". */
export function nodeFinding(version: string): Finding {
  const { engines, dependencies, version: own } = installed();
  const least = engines.node.replace(/^\D+/, '');
  const packages = Object.keys(dependencies).length;
  if (!reaches(version, least))
    return wrong(
      'machine',
      `Node ${version} is older than ${least}, which is needed.`,
      'Install a newer Node, Node 24 at best, then run "npm rebuild".',
    );
  return ok('machine', `Node ${version}, and all ${packages} packages, of metrox ${own}.`);
}

/** All files of fonts that pictures may need. */
export const fontFiles = (): string[] => [
  ...textFonts().map(({ file }) => file),
  ...filesFor('en').map(({ path }) => path),
];

/** Of so many files that lack, the first are named. */
const NAMED = 3;

/** Whether fonts are there. `files` throws where the table of a font lacks. */
export function fontsFinding(files: () => readonly string[] = fontFiles): Finding {
  const again = 'Run "npm ci".';
  try {
    const all = files();
    const missing = all.filter((file) => !existsSync(file));
    if (missing.length === 0) return ok('pictures', `${all.length} files of fonts are there.`);
    const names = missing.slice(0, NAMED).join(', ');
    const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
    return wrong('pictures', `Files of fonts are missing: ${names}${more}.`, again);
  } catch (error) {
    return wrong('pictures', `Fonts cannot be found: ${firstLine(error)}.`, again);
  }
}

/** Draws a map of the first game, as a lobby shows it. Reads all maps, so a fault of one is told here. */
export async function drawingFinding(): Promise<Finding> {
  try {
    for (const module of MODULES) module.maps();
    const [module] = MODULES;
    const map = module?.maps()[0];
    if (!module || !map) throw new Error('there is no map');
    const scene = { t: translator('en'), theme: 'dark', names: [], spoken: [], plain: [] } as const;
    const png = await unpainted(module).pictures.map(map, scene).draw();
    return ok('pictures', `A picture of ${map.title} was drawn (${Math.ceil(png.length / 1000)} kB).`);
  } catch (error) {
    if (error instanceof Error && error.name === 'MapError') return wrong('pictures', error.message);
    return wrong('pictures', `No picture can be drawn: ${firstLine(error)}.`, 'Run "npm ci".');
  }
}

const firstLine = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.replace(/\.$/, '');
};
