import { hasDaily } from '../daily/runs.ts';
import { isKey, keyOf, ofGame, type Translate } from '../locales.ts';
import { moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { load } from '../store/matches.ts';
import type { Lesson, Theme } from '../views/presenter.ts';
import { button, gallery, rich, row, text, upload } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { encode, type Id } from './ids.ts';
import type { Screen } from './outbound.ts';
import type { Origin, PressRequest, Reply } from './request.ts';

/** The rules, and a tutorial that stores nothing: each button says which question it answers. */

export async function rulesFor(origin: Origin, game: string, page = 'minute'): Promise<Reply> {
  const t = translate(origin.locale);
  return {
    screen: await (page === 'full'
      ? fullScreen(game, t)
      : page === 'maps'
        ? mapsScreen(game, t, origin.theme)
        : minuteScreen(game, t, origin.theme)),
  };
}

/** Rules buttons bear a match, whose game is meant, or the game itself. */
export async function rules(app: App, press: PressRequest, { match, parts, game }: Id): Promise<Reply> {
  const [page] = parts;
  const stored = match > 0 ? await load(app.store, match) : undefined;
  const { screen } = await rulesFor(press, stored?.row.game ?? game, page);
  // Opened from a board they stand beside it; turning their pages stays in one message.
  return stored && press.personal ? { whisper: screen } : { screen };
}

async function minuteScreen(game: string, t: Translate, theme: Theme | null): Promise<Screen> {
  const { lessons: guide } = presenterOf(moduleOf(game));
  const file = await upload(`rules-${game}.png`, guide.picture(sceneOf([], t, theme)));
  const words = [
    `## ${t(ofGame(game, 'rules.title'))}`,
    ...guide.minute.map((key) => t(keyOf(`${game}.rules.${key}`))),
  ];
  return rich(
    accent(game),
    [
      text(words.join('\n')),
      gallery(file),
      row(
        button(
          t(ofGame(game, 'rules.try'), { count: guide.lessons.length }),
          encode('tutorial', 0, 0, game),
          'blue',
        ),
        button(t(ofGame(game, 'rules.all')), encode('rules', 0, 0, 'full', game)),
        button(t(ofGame(game, 'rules.maps')), encode('rules', 0, 0, 'maps', game)),
      ),
    ],
    [file],
  );
}

async function fullScreen(game: string, t: Translate): Promise<Screen> {
  const paragraphs = presenterOf(moduleOf(game)).lessons.full.map((key) =>
    t(keyOf(`${game}.rules.full.${key}`)),
  );
  const words = [`## ${t(ofGame(game, 'rules.full.title'))}`, ...paragraphs];
  return rich(accent(game), [text(words.join('\n')), row(backTo('minute', game, t))]);
}

async function mapsScreen(game: string, t: Translate, theme: Theme | null): Promise<Screen> {
  const presenter = presenterOf(moduleOf(game));
  const scene = sceneOf([], t, theme);
  const all = moduleOf(game).maps();
  const files = await Promise.all(
    all.map((map) => upload(`map-${map.id}.png`, presenter.pictures.map(map, scene))),
  );
  const lines = all.map((map) =>
    t(ofGame(game, 'rules.map'), { title: map.title, about: presenter.words.about(map, scene) }),
  );
  const words = [`## ${t(ofGame(game, 'rules.mapsTitle'))}`, ...lines, t(ofGame(game, 'rules.mapsNote'))];
  return rich(
    accent(game),
    [text(words.join('\n')), gallery(...files), row(backTo('minute', game, t))],
    files,
  );
}

/** One question (`turn` counts them), or what an answer to it was worth. */
export async function tutorial(_app: App, press: PressRequest, { turn, parts, game }: Id): Promise<Reply> {
  const [, answer] = parts;
  const { lessons } = presenterOf(moduleOf(game)).lessons;
  const at = lessons[turn] ? turn : 0;
  return { screen: await lessonScreen(game, lessons[at]!, at, answer, press) };
}

async function lessonScreen(
  game: string,
  lesson: Lesson,
  at: number,
  answer: string | undefined,
  { guild, locale, theme }: Origin,
): Promise<Screen> {
  const t = translate(locale);
  const { lessons: guide } = presenterOf(moduleOf(game));
  const key = `${game}.tutorial.${lesson.key}`;
  const file = await upload(`lesson-${at}.png`, guide.lesson(lesson, sceneOf([], t, theme)));
  const right = answer === lesson.right;
  const last = at === guide.lessons.length - 1;
  const words = [
    `## ${t(ofGame(game, 'tutorial.title'), { n: at + 1, of: guide.lessons.length })}`,
    t(keyOf(`${key}.text`)),
    answer === undefined ? '' : `**${t(keyOf(`${key}.${right ? 'right' : 'wrong'}`))}**`,
    right && last ? t(ofGame(game, 'tutorial.end')) : '',
  ];
  const choice = (which: 'a' | 'b') => {
    const own = `${key}.${which}`;
    const label = t(isKey(own) ? own : ofGame(game, `tutorial.${which}`));
    const tone = answer === which ? (right ? 'green' : 'red') : 'grey';
    return button(label, encode('tutorial', 0, at, game, which), tone, right);
  };
  const onward = last
    ? [
        button(t('hint.guided'), encode('guided', 0, 0, game), 'blue'),
        ...(hasDaily(game)
          ? [button(t(keyOf(`${game}.tutorial.practice`)), encode('practice', 0, 0, game))]
          : []),
        ...(guild !== null
          ? [button(t(ofGame(game, 'tutorial.table')), encode('newtable', 0, 0, game))]
          : []),
      ]
    : [button(t(ofGame(game, 'tutorial.next')), encode('tutorial', 0, at + 1, game), 'blue')];
  return rich(
    accent(game),
    [
      text(words.filter(Boolean).join('\n')),
      gallery(file),
      row(choice('a'), choice('b')),
      // In direct messages a game for several has no way on.
      row(...(right && onward.length > 0 ? onward : [backTo('minute', game, t)])),
    ],
    [file],
  );
}

const backTo = (page: string, game: string, t: Translate) =>
  button(t(ofGame(game, 'rules.back')), encode('rules', 0, 0, page, game));

const accent = (game: string): number =>
  presenterOf(moduleOf(game)).pictures.accent(moduleOf(game).maps()[0]!);
