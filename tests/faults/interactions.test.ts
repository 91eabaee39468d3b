import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandData } from '../../commands/index.ts';
import { encode } from '../../src/app/ids.ts';
import type { PressRequest } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { translator } from '../../src/locales.ts';
import { menuOf, type Person } from '../e2e/person.ts';
import { has, isPrivate, keypad, leftBehind, now, playLine, round, told, toldBy } from '../e2e/private.ts';
import { createBot } from '../e2e/world.ts';
import { parts, words } from '../lib/message.ts';
import {
  ANSWER,
  CALLBACK,
  callbacks,
  MESSAGE,
  on,
  openSite,
  presses,
  type Site,
  shown,
  type Told,
  use,
  WHISPER,
} from './site.ts';

/** What goes wrong between a press and its answer: dead buttons, tokens that run out, answers that come twice. */

let site: Site;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let everybody: readonly Person[];

beforeAll(async () => {
  site = await openSite('Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay');
  everybody = site.people;
  [ann, ben, cleo, dia] = site.people as [Person, Person, Person, Person];
});

afterAll(() => site?.close());

const place = (channel: string) => site.world.place(channel);
const codes = (id: number, seat?: number) => site.ledger.codes(id, seat);

test('buttons are dead after a restart', async () => {
  const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  const options = await told(ann, lobby, '⚙ Options');
  const manual = await site.sit([ann, cleo], { flip: 'manual', channel: 'general' });
  const { id, first } = await site.sit([ann, ben]);
  const board = await told(ben, first, 'My board');
  const list = await ann.command(place('metro'), 'games');
  await site.world.bot.stop('SIGKILL');
  await site.world.bot.start();

  // A tap that nobody answers fails the test by itself. Leave closes a lobby of one, and what asked for a flip goes.
  for (const message of [first, lobby, manual.first]) {
    const all = presses(message);
    const last = all.filter((part) => /^(Leave|Flip)$/.test(part.label ?? ''));
    for (const part of [...all.filter((one) => !last.includes(one)), ...last]) await use(ann, message, part);
  }
  await use(ann, options, presses(options).at(-1)!);
  await use(ann, list, presses(list)[0]!);
  expect(await codes(id)).toHaveLength(1);
  const next = (await ben.press(board, keypad(board)[0]!))!;
  expect(words(next)).toContain('round 2');
  expect(await codes(id)).toHaveLength(2);
  await round(ann, { channel: first.channel_id }, 2);
  expect((await site.ledger.match(manual.id)).log.filter(({ code }) => code === 'flip')).toHaveLength(1);
});

test('the work is done before the acknowledgement: unknown interaction (10062)', async () => {
  const { id, first } = await site.sit([ann, ben]);
  const board = await told(ben, first, 'My board');
  const file = `${site.world.folder}/metrox.db`;
  const other = new Database(file);
  const seen = await site.watch();
  // For longer than Discord waits nothing can be written.
  other.exec('BEGIN IMMEDIATE');
  const pressing = ben.press(board, keypad(board)[0]!);
  await new Promise((done) => setTimeout(done, 3_300));
  const free = Date.now();
  other.exec('COMMIT');
  other.close();
  expect(words((await pressing)!)).toMatch(/## You play /);
  expect(await codes(id, 1)).toHaveLength(1);
  const [acknowledged] = on(await seen(), 'POST', CALLBACK);
  expect(acknowledged!.at).toBeLessThan(free);
});

test('a dozen boards are drawn at once: unknown interaction (10062)', async () => {
  const { first } = await site.sit(everybody);
  const { world } = site;
  await world.bot.stop('SIGKILL');
  const drawing = createBot({
    DISCORD_TOKEN: 'playground',
    DISCORD_API: `${world.url}/api`,
    DATABASE_FILE: `${world.folder}/metrox.db`,
    CLOCK_FILE: world.clockFile,
    LOG_LEVEL: 'info',
  });
  await drawing.start();
  try {
    const seen = await site.watch();
    const from = Date.now();
    await Promise.all(Array.from({ length: 12 }, (_, i) => everybody[i % 6]!.tap(first, 'My board')));
    const acknowledged = on(await seen(), 'POST', CALLBACK);
    // On a slow machine one is sent again; each press has its own.
    const presses = (list: readonly { path: string }[]): number => new Set(list.map(({ path }) => path)).size;
    expect(presses(acknowledged)).toBe(12);
    expect(Math.max(...acknowledged.map(({ at }) => at)) - from).toBeLessThan(3_000);
    const drawn = async () =>
      on(await seen(), 'PATCH', '/webhooks/:id/:token/messages/@original').filter(
        ({ status, files }) => status === 200 && files[0]!.size > 5_000,
      );
    await expect.poll(async () => presses(await drawn())).toBe(12);
  } finally {
    await drawing.stop('SIGKILL');
    await world.bot.start();
  }
});

test('a slow or doubled autocomplete: unknown interaction (10062)', async () => {
  // Whatever can be chosen comes with the command: nothing is looked up while somebody types.
  const options: { autocomplete?: boolean; choices?: unknown[]; options?: unknown[] }[] = [];
  const walk = (list: typeof options): void => {
    for (const option of list) {
      options.push(option);
      walk((option.options ?? []) as typeof options);
    }
  };
  walk(commandData(translator('en')) as typeof options);
  expect(options.length).toBeGreaterThan(10);
  for (const { autocomplete, choices = [] } of options) {
    expect(autocomplete ?? false).toBe(false);
    expect(choices.length).toBeLessThanOrEqual(25);
  }
});

test('10062 although it was in time, and the process dies of it', async () => {
  const { id, first } = await site.sit([ann, ben]);
  const board = await told(ben, first, 'My board');
  const seen = await site.watch();
  const tries = [
    () => ben.tap(board, keypad(board)[0]!),
    () => cleo.command({ guild: place('metro').guild, channel: first.channel_id }, 'metrox board'),
  ];
  await site.fault({ method: 'POST', route: CALLBACK, status: 404, code: 10062, times: tries.length });
  const failed = await Promise.allSettled(tries.map((go) => go()));
  await site.heal();
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // Each is refused once, nothing follows, nothing is counted, and the log says what it was.
  expect((await seen()).map(({ route, status }) => [route, status])).toEqual([
    [CALLBACK, 404],
    [CALLBACK, 404],
  ]);
  expect(await codes(id)).toEqual([]);
  const lines = site.world.bot.output().split('\n');
  const refusals = lines.filter((line) => line.includes('could not be acknowledged'));
  expect(refusals.some((line) => line.includes('"pick|'))).toBe(true);
  expect(refusals.some((line) => line.includes('metrox board'))).toBe(true);
  expect(words((await ben.press(board, keypad(board)[0]!))!)).toContain('## You play ');
  expect(await codes(id)).toHaveLength(1);
});

test('an interaction is answered twice: already acknowledged (40060)', async () => {
  const { id, first } = await site.sit([ann, ben]);
  const seen = await site.watch();
  const before = (await site.ledger.ids()).length;
  const again = async () => {
    for (let n = 0; n < 3; n++)
      expect(await site.world.control('POST', '/gateway', { do: 'replay' })).toEqual({ replayed: true });
  };
  await playLine(ben, first);
  await again();
  await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  await again();
  // What was delivered before this has been looked at when this is answered.
  await cleo.command(place('general'), 'metrox rules');
  const answered = callbacks(await seen());
  expect(answered.size).toBe(3);
  for (const [, all] of answered) expect(all.map(({ status }) => status < 300)).toEqual([true]);
  expect(await codes(id)).toHaveLength(1);
  expect(await site.ledger.ids()).toHaveLength(before + 1);
});

test('the token of an old message is used: invalid webhook token (50027)', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  const anns = await told(ann, first, 'My board');
  const bens = await told(ben, first, 'My board');
  site.later(16 * 60_000);
  const seen = await site.watch();
  await ann.press(anns, keypad(anns)[0]!);
  await now(ben, first, (m) => m.content.includes('Only'));
  await playLine(ben, first);
  await round(ann, thread, 2);
  // What is public is changed by the bot's own right; a private message waits for its reader's next press.
  const sent = await seen();
  expect(sent.filter(({ status }) => status >= 400)).toEqual([]);
  expect(on(sent, 'PATCH', MESSAGE).some(({ path }) => path.endsWith(first.id))).toBe(true);
  const webhooks = sent.filter(({ path }) => path.startsWith('/webhooks/'));
  const own = new Set(callbacks(sent).keys());
  expect(webhooks.length).toBeGreaterThan(1);
  for (const { interaction } of webhooks) expect(own.has(interaction!)).toBe(true);
  expect(words(ben.messages.get(bens.id)!)).toBe(words(bens));
  expect(words((await ben.press(bens, keypad(bens)[0]!))!)).toMatch(/This is round 2/);
  expect(await codes(id)).toHaveLength(2);
});

test('an answer is refused once although it is there; or until it is given up', async () => {
  const { id, first } = await site.sit([ann, ben]);
  for (const code of [10008, 10015, 10062, 50027]) {
    await site.fault({ method: 'PATCH', route: ANSWER, status: code === 50027 ? 401 : 404, code, times: 1 });
    expect(words(await told(ann, first, 'My board')), String(code)).toMatch(/round 1/);
  }
  for (const [method, route] of [
    ['PATCH', ANSWER],
    ['POST', WHISPER],
  ] as const)
    await site.fault({ method, route, status: 404, code: 10015, times: 4 });
  const seen = await site.watch();
  await ben.choose(first, menuOf(first)!.options![0]!.value, /Play a line/).catch(() => {});
  await expect.poll(async () => on(await seen(), 'POST', WHISPER).length).toBe(4);
  await site.heal();
  // What was chosen counts, and the next screen says what became of the answer, once.
  expect(await codes(id)).toHaveLength(1);
  await expect.poll(async () => words(await told(ben, first, 'My board'))).toMatch(/was lost on the way/);
  expect(words(await told(ben, first, 'My board'))).not.toMatch(/was lost on the way/);
});

test('a button of an older turn or of another game acts on the present one', async () => {
  const one = await site.sit([ann, ben]);
  const other = await site.sit([ann, ben], { channel: 'general' });
  const old = presses(one.first).filter((part) => /^(table|mine)\|/.test(part.custom_id!));
  expect(old).toHaveLength(2);
  for (const n of [2, 3]) {
    const open = await round(ann, one.place, n - 1);
    for (const person of [ann, ben]) await playLine(person, open);
    await round(ann, one.place, n);
  }
  const before = [await codes(one.id), await codes(other.id)];
  // A channel in which another game is played, and one in which their own goes on.
  for (const where of [other.place, one.place]) {
    const id = await leftBehind(
      site.world,
      where.channel,
      old.map((part) => ({
        type: part.type as 2 | 3,
        custom_id: part.custom_id!,
        label: 'Old',
        value: part.options?.[0]?.value,
      })),
    );
    const copy = await ben.wait((m) => m.id === id);
    for (const part of presses(copy)) {
      const answer = await toldBy(ben, () => use(ben, copy, part));
      if (part.type === 3)
        expect(words(answer)).toMatch(/^That belonged to an earlier round\. This is round 3/);
      // Either way what comes is the board of the round that is open in that game.
      expect(words(answer)).toContain(`#${one.id} · round 3`);
      expect(keypad(answer).length).toBeGreaterThan(0);
    }
  }
  expect([await codes(one.id), await codes(other.id)]).toEqual(before);
});

test('somebody else presses my button', async () => {
  const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  const table = await site.sit([ann, ben], { channel: 'metro' });
  const manual = await site.sit([ann, ben], { flip: 'manual', channel: 'general' });
  await playLine(ben, table.first);
  await now(dia, table.first, (m) => m.content.includes('1 of 2') || m.content.includes('Only'));
  const screens = [lobby, table.first, manual.first];
  const texts = screens.map((message) => words(dia.messages.get(message.id)!));
  const logs = async () => Promise.all([table.id, manual.id].map((id) => codes(id)));
  const before = await logs();
  const seen = await site.watch();
  let pressed = 0;
  for (const screen of screens) {
    for (const part of presses(dia.messages.get(screen.id)!)) {
      // A seat that is free is for everybody.
      if (part.label === 'Join') continue;
      const answer = await toldBy(dia, () => use(dia, screen, part));
      expect(isPrivate(answer)).toBe(true);
      expect(presses(answer).some((own) => /^(pick|play|flip|set|close)\|/.test(own.custom_id!))).toBe(false);
      pressed++;
    }
  }
  expect(pressed).toBeGreaterThan(9);
  expect((await seen()).filter(({ route }) => route.startsWith('/channels/'))).toEqual([]);
  expect(screens.map((message) => words(dia.messages.get(message.id)!))).toEqual(texts);
  expect(await logs()).toEqual(before);
  expect(has(dia.messages.get(lobby.id)!, 'Join')).toBe(true);
});

test('a form is opened after the answer was deferred', async () => {
  const { id, place: thread } = await site.sit([ann, ben], { channel: 'general' });
  await site.ledger.ahead(id);
  await ann.command(thread, 'metrox board');
  const end = await ann.wait((m) => m.channel_id === thread.channel && has(m, 'Replay'), 'the result');
  const replay = await told(ann, end, 'Replay');
  const settings = await ann.command(place('metro'), 'settings');
  const seen = await site.watch();
  // Nothing can be written meanwhile: a form needs nothing but the press.
  const other = new Database(`${site.world.folder}/metrox.db`);
  other.exec('BEGIN IMMEDIATE');
  try {
    for (const label of ['Other hours', 'Time zone']) await ann.tap(settings, label);
    await ann.tap(replay, /^\d+ \/ \d+$/);
  } finally {
    other.exec('COMMIT');
    other.close();
  }
  const opened = [...callbacks(await seen()).values()];
  expect(opened.map((answers) => answers.map(({ body, status }) => [body?.type, status < 300]))).toEqual(
    Array(3).fill([[9, true]]),
  );
  // What was written in is answered in the message that the form came from.
  const filled = (await ann.fill(settings, 'Other hours', ['21:30', '6', '']))!;
  expect(filled.id).toBe(settings.id);
  expect(words(filled)).toContain('from 21:30 to 06:00');
  const jumped = (await ann.fill(replay, /^\d+ \/ \d+$/, ['3']))!;
  expect(jumped.id).toBe(replay.id);
  expect(has(jumped, /^3 \/ \d+$/)).toBe(true);
  // Of one menu a form comes for one choice alone: the others are deferred.
  const wished = (personal: boolean, act: string, ...values: string[]) =>
    route({ personal, customId: encode(act), values, locale: 'en' } as unknown as PressRequest).ack;
  for (const personal of [true, false]) {
    expect(wished(personal, 'quiethours', 'own')).toBe('modal');
    for (const pick of ['none', '22-7', '']) expect(wished(personal, 'quiethours', pick)).not.toBe('modal');
    for (const act of ['mine', 'jumped', 'hoursset']) expect(wished(personal, act)).not.toBe('modal');
  }
  const all = (await site.world.requests()) as Told[];
  const forms = new Set<string>();
  for (const [id, answers] of callbacks(all))
    if (answers.some(({ body }) => body?.type === 9)) {
      expect(answers).toHaveLength(1);
      forms.add(id);
    }
  expect(forms.size).toBe(5);
  expect(all.filter(({ path, interaction }) => /^\/webhooks/.test(path) && forms.has(interaction!))).toEqual(
    [],
  );
});

test('a private answer turns out public', async () => {
  const all = (await site.world.requests()) as Told[];
  let hands = 0;
  for (const message of shown(all)) {
    const secret = parts(message).some((part) => /^(pick|play|fewer|ask|try)\|/.test(part.custom_id ?? ''));
    if (!secret) continue;
    hands++;
    expect(isPrivate(message), `request ${message.n}`).toBe(true);
  }
  expect(hands).toBeGreaterThan(20);
  // What a deferral was is what its answer is.
  const first = callbacks(all);
  for (const one of on(all, 'PATCH', '/webhooks/:id/:token/messages/@original')) {
    const body = first.get(one.interaction!)?.at(-1)?.body as { type: number; data?: { flags?: number } };
    if (body.type !== 5 || one.status >= 300) continue;
    expect(Number(one.response!.flags) & 64).toBe((body.data?.flags ?? 0) & 64);
  }
  // In no process was anything answered twice, and nothing failed.
  for (const [id, answers] of first)
    expect(answers.filter(({ status }) => status < 300).length, id).toBeLessThanOrEqual(1);
  site.sound();
});
