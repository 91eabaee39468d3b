import { expect, test } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import type { CommandRequest, PressRequest, Reply } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { LOCALES } from '../../src/locales.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { amount } from '../lib/long.ts';
import { englishIn } from '../lib/words.ts';
import { ANN, gathered, stand, table } from './crowd.ts';
import { pieces, textsOf, unsound } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** Everything that commands answer, and what is pressed there, and there again, in every language. */

gathered();

/** After these there would be nothing left to press. */
const LAST = /^(?:privacy\|0\|0\|erase|quitnow|endnow|leave|cancel|close)/;

const PRESSES = amount(50, 200);

/** What a press is about, whatever game and place it is in. */
const kindOf = (id: string): string => id.replace(/\d+/g, '0').split('|').slice(0, 5).join('|');

/** Faults of a text for whoever reads in a language. */
const faultsIn = (locale: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) => [
    ...(locale !== 'en' && englishIn(text).length > 0 ? [`English: ${text.slice(0, 100)}`] : []),
    ...(/\{\{|^[a-z]+(?:\.[a-zA-Z]+)+$/.test(text) ? [`not filled in: ${text}`] : []),
  ]);

test.each([...LOCALES])('is sound, and whole: %s', { timeout: 60_000 }, async (locale) => {
  await table(2);
  const at = () => origin(ANN, { locale, manages: true, personal: true });
  const faults: string[] = [];
  const open: { id: string; value: string | undefined }[] = [];
  const pressed = new Set<string>();

  function look(where: string, given: Reply): void {
    const reply = bare(given);
    for (const screen of [reply.screen, reply.whisper]) {
      if (!screen) continue;
      const found = [...unsound(screen, 'webhook-edit', { flags: 64 }), ...faultsIn(locale, textsOf(screen))];
      faults.push(...found.map((fault) => `${where}: ${fault}`));
      for (const piece of pieces(screen))
        if (piece.custom_id && !piece.disabled)
          open.push({ id: piece.custom_id, value: piece.options?.[0]?.value });
    }
  }

  for (const [name, command] of COMMANDS) {
    const request = { ...at(), kind: 'command', name, options: {}, users: new Map() } as CommandRequest;
    const refused = await command.obstacle?.(stand.app, request);
    look(`/${name}`, refused ?? ((await command.run(stand.app, request)) as Reply));
  }
  for (let next = open.shift(); next && pressed.size < PRESSES; next = open.shift()) {
    const { id, value } = next;
    if (pressed.has(kindOf(id)) || LAST.test(id)) continue;
    pressed.add(kindOf(id));
    const press: PressRequest = {
      ...at(),
      kind: 'press',
      customId: id,
      values: value === undefined ? [] : [value],
    };
    const way = route(press);
    const modal = way.modal(press);
    if (!modal) {
      look(id, (await way.run(stand.app, press)) as Reply);
      continue;
    }
    const words = [modal.title, ...modal.fields.map(({ label }) => label)];
    faults.push(...faultsIn(locale, words).map((fault) => `${id}: ${fault}`));
    for (const word of words) if (word.length > 45) faults.push(`${id}: too long: ${word}`);
  }
  expect([...new Set(faults)]).toEqual([]);
  expect(pressed.size).toBeGreaterThan(45);
});
