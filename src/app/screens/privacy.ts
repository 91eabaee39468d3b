import type { Kept } from '../../store/privacy.ts';
import { andMore } from '../../views/lists.ts';
import type { Translate } from '../../views/presenter.ts';
import { encode } from '../ids.ts';
import { called } from '../names.ts';
import type { Screen, Upload } from '../outbound.ts';
import { ago, button, file, rich, row, text } from '../parts.ts';

const GREY = 0x6b6f78;
/** So many nicknames are shown; the file has all of them. */
const NICKNAMES = 10;
const RED = 0xd83c3e;

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
    [what, t('privacy.askGames'), `**${t('privacy.askFinal')}**`].join(' '),
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
