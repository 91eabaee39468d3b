import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { APART } from '../src/bundle.cjs';

/** The direction of imports, and what only one place may touch. Every fault is told as `file:line`. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  readonly line: number;
  readonly from: string;
  /** Gone when the program runs. */
  readonly typeOnly: boolean;
}

const SHAPES = [
  /\b(?:import|export)\s+(type\s+)?(?:[\w$*{][^'"`;()]*?)\bfrom\s*['"]([^'"]+)['"]/g,
  /^[ \t]*import\s*()['"]([^'"]+)['"]/gm,
  /\b(?:import|require)\s*\(()\s*['"]([^'"]+)['"]/g,
];

/** Line comments and block comments become blanks, so that lines keep their numbers. */
function withoutComments(source: string): string {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return source.replace(token, (text) => (/^\/[/*]/.test(text) ? text.replace(/[^\n]/g, ' ') : text));
}

function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  return SHAPES.flatMap((shape) =>
    [...code.matchAll(shape)].map((found) => ({
      line: code.slice(0, found.index).split('\n').length,
      from: found[2]!,
      typeOnly: Boolean(found[1]),
    })),
  );
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

const SOURCES: readonly Source[] = ['src', 'commands'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|cjs|mjs|js)$/.test(entry.name))
    .filter((entry) => !/\.d\.\w+$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8');
      return {
        file: relative(ROOT, path),
        text,
        code: withoutComments(text),
        imports: importsOf(text),
      };
    }),
);

/** "src/app/messages/plan.ts" → "app"; "src/clock.ts" → "clock"; "commands/new.ts" → "commands"; "maps/metro/paris.json" → "maps". */
function partOf(file: string): string {
  const [top, next] = file.split('/');
  return top === 'src' ? next!.replace(/\.\w+$/, '') : top!;
}

/** Where a relative import leads, from the root of the repository. */
const target = (file: string, from: string): string =>
  relative(ROOT, resolve(ROOT, dirname(file), from.split('?')[0]!));

const isOwn = (from: string): boolean => from.startsWith('.');

/** "better-sqlite3", "drizzle-orm", "@napi-rs/canvas": the package, without the path inside it. */
const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

function faults(judge: (source: Source, found: Import) => string | undefined): string[] {
  return SOURCES.flatMap((source) =>
    source.imports.flatMap((found) => {
      const fault = judge(source, found);
      return fault === undefined ? [] : [`${source.file}:${found.line}: ${fault}`];
    }),
  );
}

/** Uses of something in the code itself (comments and their examples left aside). */
function uses(pattern: RegExp, allowed: (file: string) => boolean): string[] {
  return SOURCES.filter(({ file }) => !allowed(file)).flatMap(({ file, code }) =>
    code.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}

/** From the bottom up; those of one row know nothing of each other. */
const ORDER = [
  ['games'],
  ['bots', 'views', 'store'],
  ['modules'],
  ['match'],
  ['daily', 'painting', 'simulating'],
  ['presenters'],
  ['app'],
  ['commands', 'jobs'],
  ['discord', 'health'],
  ['metrics'],
  ['main'],
] as const;

/** Small modules that everything from `match` on may use. */
const SHARED = ['config', 'clock', 'exit', 'folders', 'locales', 'log', 'secrets', 'stacks', 'threads'];

/** What programs that read recorded games use beside them. */
const RECORDS = ['games', 'match', 'recordfile', ...SHARED];

/** What programs that work on the database use beside it. */
const COMMANDS = ['store', 'command', ...SHARED];

/** Programs of their own, beside the bot. */
const PROGRAMS = [
  'dev',
  'replay',
  'position',
  'simulate',
  'ratings',
  'validate',
  'backup',
  'restore',
  'move',
  'register',
  'words',
  'doctor',
  'release',
  'playground',
  'start',
  'launch',
  'installed',
  'build',
  'built',
  'bundle',
  'thread',
];

const above = (part: string): string[] => {
  const at = ORDER.findIndex((row) => (row as readonly string[]).includes(part));
  return ORDER.slice(0, at).flat();
};

/** What each part may import, itself included. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ORDER.flat().map((part) => {
      const shared = ORDER.findIndex((row) => (row as readonly string[]).includes(part)) >= 3 ? SHARED : [];
      return [part, [part, ...above(part), ...shared]];
    }),
  ),
  // A lesson is played on a board of its game; the keys of sentences are a type.
  views: ['views', 'games', 'maps', 'locales'],
  // Whether a name can be that of a file.
  store: ['store', ...above('store'), 'folders'],
  clock: [],
  config: ['folders', 'secrets'],
  command: ['config', 'exit', 'store'],
  exit: [],
  folders: [],
  // It tells of others what they say.
  health: [],
  log: ['secrets', 'stacks'],
  secrets: [],
  stacks: [],
  threads: [],
  locales: ['locales'],
  dev: [],
  recordfile: [],
  replay: [...RECORDS, 'presenters', 'views'],
  position: [...RECORDS, 'presenters', 'views'],
  simulating: ['bots', 'modules'],
  simulate: ['modules', 'simulating', ...SHARED],
  ratings: ['daily', ...COMMANDS],
  validate: ['match', ...COMMANDS],
  backup: COMMANDS,
  restore: COMMANDS,
  move: COMMANDS,
  register: ['discord', ...SHARED],
  wording: ['locales'],
  words: ['wording', 'views', ...SHARED],
  release: ['release'],
  doctor: ['doctor', 'command', 'store', 'views', 'modules', 'presenters', 'app', 'discord', ...SHARED],
  playground: ['playground'],
  start: ['launch'],
  // It finds the program that was asked for by its name.
  launch: ['built', 'installed'],
  build: ['built', 'installed'],
  built: ['bundle'],
  bundle: [],
  installed: [],
  thread: ['built', 'thread', 'match', 'modules', 'painting', 'presenters', 'simulating', 'threads'],
};

describe('the reading of imports', () => {
  test('finds every shape of an import with its line, and knows which are only types', () => {
    const text = [
      "import a, { b } from './a.ts';",
      "import type { C } from '../c.ts';",
      "/* import x from './comment.ts' */ import * as d from 'd';",
      "// import y from './comment.ts'",
      'import {',
      '  type E,',
      '  f,',
      "} from '@scope/e/f';",
      "export { g } from './g.ts';",
      "export type { H } from './h.ts';",
      "import './i.css';",
      "const j = await import('./j.ts');",
      "const url = 'https://import.example'; // from './comment.ts'",
      "import k from './k.json' with { type: 'json' };",
    ].join('\n');
    const found = importsOf(text).sort((a, b) => a.line - b.line);
    expect(found.map(({ line, from, typeOnly }) => `${line} ${from}${typeOnly ? ' type' : ''}`)).toEqual([
      '1 ./a.ts',
      '2 ../c.ts type',
      '3 d',
      '5 @scope/e/f',
      '9 ./g.ts',
      '10 ./h.ts type',
      '11 ./i.css',
      '12 ./j.ts',
      '14 ./k.json',
    ]);
  });

  test('covers the whole program: every part is known, and every import of our own leads to a file', () => {
    expect(SOURCES.length).toBeGreaterThan(100);
    const known = new Set([...ORDER.flat(), ...COMMANDS, ...RECORDS, ...PROGRAMS, ...Object.keys(MAY)]);
    expect(SOURCES.filter(({ file }) => !known.has(partOf(file))).map(({ file }) => file)).toEqual([]);
    expect(
      faults(({ file }, { from }) => {
        if (!isOwn(from)) return undefined;
        return existsSync(join(ROOT, target(file, from))) ? undefined : `${from} does not exist`;
      }),
    ).toEqual([]);
  });
});

describe('the direction of imports', () => {
  test('each part imports only from the parts above it', () => {
    expect(
      faults(({ file }, { from }) => {
        if (!isOwn(from)) return undefined;
        const [part, to] = [partOf(file), partOf(target(file, from))];
        return MAY[part]!.includes(to) ? undefined : `${part} imports ${to} (${from})`;
      }),
    ).toEqual([]);
  });

  test('views take nothing but types from locales: sentences are looked up by who calls them', () => {
    expect(
      faults(({ file }, { from, typeOnly }) => {
        if (!isOwn(from) || typeOnly) return undefined;
        const [part, to] = [partOf(file), partOf(target(file, from))];
        return part === 'views' && to === 'locales' ? `${part} needs ${to} at run time (${from})` : undefined;
      }),
    ).toEqual([]);
  });

  test('views read the rules of their own game, and only positions of lessons are played by them', () => {
    const inViews = /^src\/views\/(?:(\w+)\/)?([^/]+)$/;
    const inGames = /^(?:src\/games|maps)\/(?:(\w+)\/)?([^/]+)$/;
    const needs = SOURCES.flatMap(({ file, imports }) =>
      imports.flatMap(({ line, from, typeOnly }) => {
        const [, view, name] = inViews.exec(file) ?? [];
        const [, game, rules] = (isOwn(from) && inGames.exec(target(file, from))) || [];
        if (name === undefined || rules === undefined || typeOnly) return [];
        return [{ at: `${file}:${line}`, view, name, game, rules }];
      }),
    );
    // Files that say how a state comes of another one.
    const writers = needs.filter(({ rules }) => WRITERS.includes(rules) || rules.endsWith('.json'));
    expect(needs.filter(({ view, game }) => game !== undefined && game !== view).map(({ at }) => at)).toEqual(
      [],
    );
    expect(writers.filter(({ name }) => name !== 'positions.ts').map(({ at }) => at)).toEqual([]);
    // Nothing is judged where nothing is found.
    expect(new Set(needs.map(({ view }) => view))).toContain('metrox');
  });

  const STARTERS = ['launch', 'build', 'built', 'thread'];

  test('nobody imports the programs but what starts them', () => {
    expect(
      faults(({ file }, { from }) => {
        if (!isOwn(from)) return undefined;
        const to = partOf(target(file, from));
        if (to === 'main') return 'main is imported';
        if (to === 'launch') return file === 'src/start.cjs' ? undefined : 'launch is imported';
        // What starts them, and `npm run build`.
        if (['installed', 'built', 'bundle'].includes(to))
          return STARTERS.includes(partOf(file)) ? undefined : `${to} is imported`;
        return PROGRAMS.includes(to) && partOf(file) !== to ? `${to} is imported` : undefined;
      }),
    ).toEqual([]);
  });

  test('what tells figures is loaded only where somebody wants them', () => {
    const always = SOURCES.flatMap(({ file, code }) =>
      [...code.matchAll(/^import (?!type\b)[^;]*?['"][^'"]*\/metrics\.ts['"]/gm)].map(() => file),
    );
    expect(always).toEqual([]);
    expect(uses(/\bimport\(/, () => false).filter((use) => use.includes('metrics.ts'))).toEqual([
      expect.stringMatching(/^src\/main\.ts:\d+: .*config\.metrics \? \(await import\('\.\/metrics\.ts'\)\)/),
    ]);
  });

  test('no file is imported by what it imports, types included', () => {
    const leads = new Map(
      SOURCES.map(({ file, imports }) => [
        file,
        imports.filter(({ from }) => isOwn(from)).map(({ from }) => target(file, from)),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
      if (done.has(file) || way.includes(file)) return;
      for (const next of leads.get(file) ?? []) follow(next, [...way, file]);
      done.add(file);
    };
    for (const file of leads.keys()) follow(file, []);
    expect(circles).toEqual([]);
  });

  test('what somebody needs to see is drawn above all features, which only ask for it', () => {
    const drawing = SOURCES.filter(({ file, imports }) =>
      imports.some(({ from }) => isOwn(from) && target(file, from) === 'src/app/needed.ts'),
    );
    expect(drawing.map(({ file }) => file).sort()).toEqual(['commands/index.ts', 'src/app/router.ts']);
  });

  test('a game never imports another', () => {
    const games = readdirSync(join(ROOT, 'src/games'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    const gameOf = (file: string) => {
      const name = /^src\/(?:games|views|bots)\/(\w+)/.exec(file)?.[1];
      return name !== undefined && games.includes(name) ? name : undefined;
    };
    expect(games).toContain('metrox');
    expect(
      faults(({ file }, { from }) => {
        if (!isOwn(from)) return undefined;
        const [own, other] = [gameOf(file), gameOf(target(file, from))];
        return own && other && own !== other ? `${own} imports ${other}` : undefined;
      }),
    ).toEqual([]);
  });
});

/** Files of a game that make a state, or another one of it; all others of a game only read. */
const WRITERS = [
  'index.ts',
  'setup.ts',
  'round.ts',
  'rules.ts',
  'turn.ts',
  'deal.ts',
  'view.ts',
  'compact.ts',
  'playout.ts',
];

describe('games and the code that serves all of them', () => {
  const GAMES = ['metrox', 'metro', 'metromania'];
  const own = new RegExp(`^src/(?:games|views|bots)/(?:${GAMES.join('|')})/`);
  const LISTS = ['src/modules.ts', 'src/presenters.ts'];

  test('the games of the list are the folders there are', () => {
    const folders = readdirSync(join(ROOT, 'src/games'), { withFileTypes: true });
    expect(
      folders
        .filter((one) => one.isDirectory())
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...GAMES].sort());
  });

  test('only the two lists, and a game itself, take anything from its folders', () => {
    expect(
      faults(({ file }, { from }) => {
        if (!isOwn(from) || own.test(file) || LISTS.includes(file)) return undefined;
        return own.test(target(file, from)) ? `imports ${from}` : undefined;
      }),
    ).toEqual([]);
  });

  test('nobody else names a game', () => {
    // A text that is the id, or a key of the catalogue that begins with it.
    const naming = new RegExp(`['"\`](?:${GAMES.join('|')})['"\`.]`);
    // The program is called like the first game; releases are of the program.
    const others = /^src\/(?:playground|release)\//;
    const found = SOURCES.filter(
      ({ file, code }) => naming.test(code) && !own.test(file) && !LISTS.includes(file) && !others.test(file),
    ).map(({ file }) => file);
    expect(found, 'old buttons alone mean a game without naming it').toEqual(['src/app/ids.ts']);
  });

  test('what fits every game is never made to fit by a cast', () => {
    expect(uses(/\bas (?:readonly )?Any[A-Z]/, () => false)).toEqual([]);
  });

  // Methods are compared in both directions, so that a module of one game is one of any without a cast.
  test('what a module is made of has methods, and no property that is a function', () => {
    const property = /^ +(?:readonly )?\w+\??:\s*(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\)\s*=>/gm;
    expect('  readonly foresee: (action: Action) => View;'.match(property)).toHaveLength(1);
    const files = [
      'src/games/game.ts',
      'src/games/notation.ts',
      'src/bots/bot.ts',
      'src/views/presenter.ts',
      ...LISTS,
    ];
    const parts = SOURCES.filter(({ file }) => files.includes(file));
    expect(parts).toHaveLength(files.length);
    const interfaces = parts.flatMap(({ file, code }) =>
      [...code.matchAll(/^(?:export )?interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].map((found) => ({
        name: `${file}: ${found[1]}`,
        body: found[2]!,
      })),
    );
    expect(interfaces.map(({ name }) => name.split(': ')[1])).toEqual(
      expect.arrayContaining(['Game', 'Notation', 'Player', 'GameModule', 'Presenter', 'Menus', 'Choices']),
    );
    expect(
      interfaces.flatMap(({ name, body }) => (body.match(property) ?? []).map((one) => `${name}: ${one}`)),
    ).toEqual([]);
  });
});

/** Packages that one place keeps to itself. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  // It is loaded at the first drawing; the start tries whether it can be.
  '@napi-rs/canvas': ['src/views/canvas.ts'],
  'discord.js': ['src/discord/'],
  'drizzle-orm': ['src/store/'],
  // The playground is another program, with a file of its own; the start only tries whether it can be loaded.
  'better-sqlite3': ['src/store/', 'src/playground/db.ts', 'src/launch.cjs'],
  // It is loaded where games live on a server.
  pg: ['src/store/engine/'],
  dotenv: ['src/config.ts'],
  i18next: ['src/locales.ts'],
  'prom-client': ['src/metrics.ts'],
  openskill: ['src/daily/rating.ts'],
  unhomoglyph: ['src/views/alike.ts'],
  hono: ['src/playground/'],
  '@hono/node-server': ['src/playground/'],
  ws: ['src/playground/'],
  preact: ['src/playground/page/'],
  esbuild: ['src/playground/pages.ts', 'src/bundle.cjs'],
};

/** What parts without I/O may use. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  games: ['node:crypto', 'pure-rand', 'zod'],
  bots: ['pure-rand'],
  match: ['node:crypto', 'zod'],
};

describe('packages', () => {
  test.each(Object.entries(KEPT))('%s is imported only by its own place', (name, places) => {
    const found = SOURCES.filter(({ imports }) => imports.some(({ from }) => packageOf(from) === name));
    expect(found.length, 'nobody imports it: strike it from this list').toBeGreaterThan(0);
    expect(
      found.map(({ file }) => file).filter((file) => !places.some((place) => file.startsWith(place))),
    ).toEqual([]);
  });

  test.each(Object.entries(PURE))('%s does no I/O: it uses no packages but its own few', (part, allowed) => {
    expect(
      faults(({ file }, { from, typeOnly }) => {
        if (partOf(file) !== part || isOwn(from) || typeOnly) return undefined;
        return allowed.includes(packageOf(from)) ? undefined : `${part} imports ${from}`;
      }),
    ).toEqual([]);
  });

  test('what lies beside a build when it runs stands among the dependencies, all that is built in or builds among the others', () => {
    const { devDependencies, ...lists } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      optionalDependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    // Who does without one of these has not asked for what it is for.
    const dependencies = { ...lists.dependencies, ...lists.optionalDependencies };
    expect(
      faults(({ file }, { from, typeOnly }) => {
        if (typeOnly || isOwn(from) || from.startsWith('node:')) return undefined;
        const name = packageOf(from);
        // Nobody builds, plays or writes where development is not installed.
        if (['playground', 'dev', 'bundle'].includes(partOf(file)))
          return name in { ...dependencies, ...devDependencies } ? undefined : `${name} is no dependency`;
        const [list, there] = APART.includes(name)
          ? ['dependencies', dependencies]
          : ['devDependencies', devDependencies];
        return name in there ? undefined : `${name} has to stand among the ${list}`;
      }),
    ).toEqual([]);
    const all = SOURCES.map(({ text }) => text).join('\n');
    // Fonts are named without the scope that all of them share.
    const bare = (name: string): string => name.replace(/^@fontsource(-variable)?\//, '');
    expect(Object.keys(dependencies).filter((name) => !all.includes(bare(name)))).toEqual([]);
    // A program finds these at its own place or by a name that is worked out: they cannot be built in.
    const found = (name: string): boolean =>
      APART.includes(name) ||
      name.startsWith('@fontsource') ||
      all.includes(`createRequire(import.meta.url)('${name}')`);
    expect(Object.keys(dependencies).filter((name) => !found(name))).toEqual([]);
    // What the playground alone needs is left out of an installation for production.
    const playing = Object.keys(KEPT).filter((name) =>
      KEPT[name]!.every((place) => place.startsWith('src/playground/')),
    );
    expect(playing.filter((name) => name in dependencies)).toEqual([]);
  });
});

/** A file, and why it may do what others must not. */
type Exceptions = Readonly<Record<string, string>>;

/** None of them may be out of date: each file named still does it. */
function expectOnly(pattern: RegExp, exceptions: Exceptions): void {
  const may = (file: string) =>
    Object.keys(exceptions).some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
  expect(uses(pattern, may)).toEqual([]);
  for (const place of Object.keys(exceptions)) {
    expect(
      uses(pattern, (file) => !file.startsWith(place)).length,
      `${place} no longer needs its exception`,
    ).toBeGreaterThan(0);
  }
}

describe('what stands in one place', () => {
  test('process.env is read by config.ts', () => {
    expectOnly(/process\.env/, {
      'src/config.ts': 'the one reader',
      'src/discord/playground.ts': 'hands the environment on to the process it starts',
      'src/launch.cjs': 'who started it',
      'src/build.cjs': 'hands the environment on to the start that it tries',
      'src/playground/main.ts': 'a program of its own, which reads what it was handed',
    });
  });

  test('the time is told by clock.ts; real time only paces work that is under way', () => {
    expectOnly(/\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b/, {
      'src/clock.ts': 'the one source',
      'src/simulating.ts': 'how long computers think about a move',
      'src/store/engine/busy.ts': 'how long to wait for a database that another process holds',
      'src/store/engine/sqlite.ts':
        'how long transactions may follow each other without a pause, and how long they take',
      'src/store/engine/postgres.ts': 'how long writes take',
      'src/app/lane.ts': 'how long work has waited for its turn',
      'src/app/tables.ts': 'the pace of edits, which Discord limits in real time',
      'src/discord/inbound.ts': 'how long interactions are remembered',
      'src/discord/callback.ts': 'the seconds that Discord waits for a first answer',
      'src/discord/traffic.ts': 'how long Discord takes for a request',
      'src/main.ts': 'how long a picture takes',
      'src/playground/': 'another program, with a clock.ts of its own, heartbeats and rate limits',
    });
  });

  // A process that closes a file gives up all its locks on it, those of SQLite too, and nobody sees any more that it
  // is in use.
  test('the database is opened by SQLite alone: files are read by those who read something else', () => {
    const opening =
      /\b(?:openSync|openAsBlob|(?:read|write|append|copy)File(?:Sync)?|cpSync|truncateSync|create(?:Read|Write)Stream)\b/;
    expectOnly(opening, {
      'src/clock.ts': 'the file that tests move time with',
      'src/modules.ts': 'boards',
      'src/locales.ts': 'words of languages',
      'src/words.ts': 'words of languages that are being written',
      'src/views/shelf.ts': 'which letters a font is for',
      'src/release/': 'the changelog',
      'src/recordfile.ts': 'records of games',
      'src/replay.ts': 'the film of a record',
      'src/position.ts': 'a picture of a record, in a folder of its own',
      'src/config.ts': 'the file of variables',
      'src/launch.cjs': 'what Linux tells of a parent',
      'src/installed.cjs': 'the packages there should be',
      'src/built.cjs': 'what was built',
      'src/bundle.cjs': 'the sources',
      'src/views/fonts.ts': 'fonts',
      'src/store/engine/files.ts': 'a folder, to have its names written',
      'src/store/lease.ts': 'which start of the machine this is',
      'src/store/engine/scrub.ts': 'another process looks into the file',
      'src/playground/': 'another program; its pages, and its clock',
    });
  });

  test('what is SQLite’s alone is asked of the engine', () => {
    const programs = {
      'src/store/engine/': 'the engine',
      'src/store/standing.ts': 'what a file is, before it is a store',
      'src/store/examine.ts': 'looks into a file that is no store',
      'src/store/checkup.ts': 'looks into a file that is no store',
      'src/store/restore.ts': 'puts a file in the place of the database',
      'src/playground/': 'another program, with a database of its own',
    };
    expectOnly(
      /\bpragma\b|\browid\b|\braw\.(?:prepare|exec|transaction)\b|\bVACUUM\b|\bsqlite_\w+/,
      programs,
    );
    expectOnly(/\bconnectionOf\b/, { 'src/store/engine/': 'the engine' });
  });

  test('texts of what happens at a table are put together and taken apart by match/events.ts', () => {
    expectOnly(
      /['"`^]\\?\/(?:flipper|host|late|excused|away|leave|kick|back|sit|drop|agree|playon|gone|anyone|pause|go|lapse|end|void|ask)\b/,
      { 'src/match/events.ts': 'their one place' },
    );
  });

  test('ids of buttons are taken apart by app/ids.ts', () => {
    expectOnly(/\.split\((?:'\|'|"\|"|`\|`|\/\\\|\/)/, {
      'src/app/ids.ts': 'their one place',
    });
  });

  test('types are not forced upon each other but where Discord’s are narrower than Discord', () => {
    expectOnly(/\bas unknown as\b/, {
      'src/app/telling.ts': 'words that are taken from a message are null',
      'src/discord/answers.ts': 'so are words, pictures and files',
      'src/playground/': 'another program',
    });
  });

  test('chance is seeded: Math.random has no part in any game', () => {
    expectOnly(/\bMath\.random\b/, {
      'src/store/engine/busy.ts': 'the pauses before a held database is asked again',
      'src/playground/': 'ids and pauses of the stand-in',
    });
  });

  test('nothing that must happen hangs on a long timer: timers are for pauses and for looking again', () => {
    expectOnly(/\bset(?:Timeout|Interval)\(/, {
      'src/store/engine/busy.ts': 'the pauses before a held database is asked again',
      'src/app/par.ts': 'how long somebody waits for what is worked out anyway',
      'src/app/tables.ts': 'the pace of edits; what is left undone is found in the database',
      'src/jobs/': 'looking into the database again and again',
      'src/main.ts': 'the longest that saying good-bye may take',
      'src/launch.cjs': 'whether npm is still there',
      'src/discord/answers.ts': 'the pauses before an answer that was refused in passing is tried again',
      'src/discord/patience.ts': 'how long a first answer is waited for',
      'src/discord/login.ts': 'the pauses before Discord is asked again at the start',
      'src/discord/start.ts': 'how long the gateway may say nothing before that is told',
      'src/playground/': 'another program',
    });
  });

  test('a feature is a file of the app: no screens stand apart, and none is longer than one reads at once', () => {
    const app = SOURCES.filter(({ file }) => file.startsWith('src/app/'));
    const folders = new Set(app.map(({ file }) => dirname(file)));
    expect([...folders].sort()).toEqual(['src/app', 'src/app/messages']);
    const long = app.map(({ file, text }) => `${file}: ${text.split('\n').length - 1}`);
    expect(long.filter((one) => Number(one.split(': ')[1]) > 320)).toEqual([]);
  });

  test('the words for people come from the catalogue: no game and no match speaks', () => {
    expect(
      faults(({ file }, { from }) =>
        ['games', 'match', 'store', 'bots'].includes(partOf(file)) && /locales|i18next|views/.test(from)
          ? `imports ${from}`
          : undefined,
      ),
    ).toEqual([]);
  });
});
