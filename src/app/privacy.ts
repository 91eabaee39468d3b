import { gzipSync } from 'node:zlib';
import { now } from '../clock.ts';
import { openDays } from '../daily/closing.ts';
import { countFinished } from '../daily/count.ts';
import { hasDaily, progressOf } from '../daily/runs.ts';
import type { Translate } from '../locales.ts';
import { forget } from '../match/people.ts';
import { playForGone } from '../match/play.ts';
import { GAMES } from '../modules.ts';
import { scrub } from '../store/engine/scrub.ts';
import { type Kept, keptOf, rowsAbout } from '../store/privacy.ts';
import { andMore, sentences } from '../views/lists.ts';
import { unlessAside } from './aside.ts';
import { ago, button, file, GREY, RED, rich, row, sentence, text } from './components.ts';
import { type App, t as translate } from './context.ts';
import { encode, type Id } from './ids.ts';
import { called, escapeChat } from './names.ts';
import type { Screen, Upload } from './outbound.ts';
import type { Origin, PressRequest, Reply } from './request.ts';

/** What is kept about a person: they see it, take it along, or have it deleted. */

export const REQUESTS = ['show', 'export', 'delete'] as const;
export type Request = (typeof REQUESTS)[number];

/** Discord takes 10 MiB; a larger file is compressed. */
const LARGE = 8 * 1024 * 1024;
const MINUTE = 60_000;
/** So long a question may be answered. */
const FRESH = 15;

export async function privacyFor(app: App, origin: Origin, request: Request): Promise<Reply> {
  const t = translate(origin.locale);
  const { id } = origin.user;
  if (request === 'export') return { screen: exportScreen(await fileOf(app, id), t) };
  if (request === 'delete') return { screen: deleteScreen(await streakOf(app, id), stamp(), t) };
  const kept = await keptOf(app.store, id);
  return { screen: kept ? keptScreen(kept, t) : sentence(t('privacy.nothing')) };
}

export async function privacyPress(app: App, press: PressRequest, { parts }: Id): Promise<Reply> {
  const t = translate(press.locale);
  const [what, asked] = parts;
  if (what === 'export') {
    const { screen } = await privacyFor(app, press, 'export');
    // Beside the question, which stays.
    return press.personal ? { whisper: screen } : { screen };
  }
  if (what === 'keep') return { screen: sentence(t('privacy.kept.all')) };
  if (what === 'erase' && Number(stamp()) - Number(asked) <= FRESH) return erase(app, press);
  return privacyFor(app, press, what === 'delete' || what === 'erase' ? 'delete' : 'show');
}

/**
 * Deletes everything about a person. The tables at which they sat go on without them and are shown anew, without
 * their name.
 */
async function erase(app: App, press: PressRequest): Promise<Reply> {
  const { id } = press.user;
  const at = now();
  // Whoever played with them is rated against what they were.
  await countFinished(app.store, at);
  const { running, lobbies } = await forget(app.store, id, at, await openDays(app.store, at));
  for (const match of running) await unlessAside(app, () => playForGone(app.store, match, at));
  for (const match of [...running, ...lobbies]) app.refresh(match);
  if (!(await scrub(app.store, id))) app.log.warn('a deletion could not be taken out of the file yet');
  return { screen: sentence(translate(press.locale)('privacy.gone')) };
}

async function fileOf(app: App, player: string): Promise<Upload> {
  const data = Buffer.from(`${JSON.stringify(await rowsAbout(app.store, player), null, 1)}\n`);
  if (data.length <= LARGE) return { name: 'metro-data.json', data };
  return { name: 'metro-data.json.gz', data: gzipSync(data) };
}

const streakOf = async (app: App, player: string): Promise<number> =>
  Math.max(
    0,
    ...(await Promise.all(
      GAMES.filter(({ id }) => hasDaily(id)).map(
        async ({ id }) => (await progressOf(app.store, id, player, now())).streak,
      ),
    )),
  );

const stamp = (): string => String(Math.floor(now() / MINUTE));

/** So many nicknames are shown; the file has all of them. */
const NICKNAMES = 10;
const id = (what: string, ...parts: string[]) => encode('privacy', 0, 0, what, ...parts);

const COUNTED = [
  'finished',
  'open',
  'opened',
  'actions',
  'dailies',
  'shares',
  'figures',
  'servers',
  'settings',
  'mutes',
  'vacations',
  'blocks',
] as const;

/** What is kept of a person, in words. */
export function keptScreen(kept: Kept, t: Translate): Screen {
  const counted = COUNTED.filter((what) => kept[what] > 0).map(
    (what) => `- ${t(`privacy.kept.${what}`, { count: kept[what] })}`,
  );
  const nicknames = kept.nicknames.map((name) => `**${called(name, t)}**`);
  const words = [
    `## ${t('privacy.title')}`,
    `- ${accountOf(kept, t)}`,
    ...(nicknames.length > 0
      ? [`- ${t('privacy.kept.nicknames', { names: andMore(t, nicknames, NICKNAMES) })}`]
      : []),
    ...(kept.seenAt === null ? [] : [`- ${t('privacy.kept.seen', { when: ago(kept.seenAt) })}`]),
    ...(kept.discordLocale === null
      ? []
      : [`- ${t('privacy.kept.language', { language: languageIn(kept.discordLocale, t) })}`]),
    ...(kept.direct ? [`- ${t('privacy.kept.direct')}`] : []),
    ...counted,
    `- ${t(kept.asks ? 'privacy.kept.asks' : 'privacy.kept.asksNot')}`,
    ...(kept.chosen > 0 ? [`- ${t('privacy.kept.chosen', { count: kept.chosen })}`] : []),
    t('privacy.nothingElse'),
    `-# ${t('privacy.howLong')}`,
  ];
  return rich(GREY, [
    text(words.join('\n')),
    row(button(t('privacy.export'), id('export')), button(t('privacy.delete'), id('delete'), 'red')),
  ]);
}

/** What a language is called in that of `t`, by its code; the code where nobody knows it. */
const languageIn = (code: string, t: Translate): string => {
  try {
    return new Intl.DisplayNames([t.locale], { type: 'language' }).of(code) ?? code;
  } catch {
    return escapeChat(code);
  }
};

const accountOf = ({ name, username }: Kept, t: Translate): string =>
  username === null
    ? t('privacy.kept.name', { name: called(name, t) })
    : t('privacy.kept.names', { name: called(name, t), username: called(username, t) });

/** All of it as a file. */
export const exportScreen = (upload: Upload, t: Translate): Screen =>
  rich(GREY, [text(t('privacy.exported')), file(upload)], [upload]);

/** Asks once more. `stamp` says when, so that an old question is not answered by a late tap. */
export function deleteScreen(streak: number, stamp: string, t: Translate): Screen {
  const what = streak > 0 ? t('privacy.withStreak', { streak }) : t('privacy.withoutStreak');
  const words = [
    `## ${t('privacy.askTitle')}`,
    sentences(t, [what, t('privacy.askGames'), `**${t('privacy.askFinal')}**`]),
    `-# ${t('privacy.askOnce')}`,
    `-# ${t('privacy.askPosted')}`,
  ];
  return rich(RED, [
    text(words.join('\n')),
    row(
      button(t('privacy.deleteAll'), id('erase', stamp), 'red'),
      button(t('privacy.keep'), id('keep'), 'blue'),
      button(t('privacy.exportFirst'), id('export')),
    ),
  ]);
}
