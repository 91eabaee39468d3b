import { beforeEach, describe, expect, test } from 'vitest';
import { messagesOf, noteMessages, takeMessages } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { column } from '../lib/rows.ts';
import { AT, lobbyOf, peopled } from '../match/people.ts';

let store: Store;
beforeEach(async () => {
  store = await peopled();
});

describe('the right to bring messages up to date', () => {
  const yes = () => true;
  const no = () => false;

  test('is given to one at a time: free, its own, run out, or of the dead', async () => {
    const match = await lobbyOf(store, 2, { at: AT });
    const take = async (holder: string, at: number, alive = yes) =>
      (await takeMessages(
        store,
        { match },
        { holder, at, until: at + 100, alive },
        [],
        async () => undefined,
      )) !== undefined;
    const drop = (holder: string) => noteMessages(store, { match }, holder, [], { ends: async () => {} });
    expect(await take('a', 0)).toBe(true);
    expect(await take('a', 10)).toBe(true);
    expect(await take('b', 50)).toBe(false);
    expect(await take('b', 50, no)).toBe(true);
    expect(await take('a', 149)).toBe(false);
    expect(await take('a', 150)).toBe(true);
    expect(await drop('b')).toBe('lost');
    expect(await take('b', 160)).toBe(false);
    expect(await drop('a')).toBe('held');
    expect(await column(store, 'SELECT owner FROM leases')).toEqual([]);
    expect(await take('b', 161)).toBe(true);
  });

  test('that was not given back leaves nobody knowing what stands there', async () => {
    const match = await lobbyOf(store, 2, { at: AT, message: '9000' });
    const claim = (holder: string) => ({ holder, at: AT, until: AT + 100, alive: () => holder !== 'b' });
    const shown = async () => (await messagesOf(store, { match })).map((row) => row.shown);
    const take = (holder: string) => takeMessages(store, { match }, claim(holder), [], async () => undefined);
    const [row] = (await take('a'))!;
    const { wanted, channel, state, nonce } = row!;
    const was = { wanted, channel, state, nonce };
    await noteMessages(store, { match }, 'a', [{ id: row!.id, was, set: { shown: 'x' } }], {
      until: AT + 100,
    });
    expect(await shown()).toEqual(['x']);
    await take('b');
    expect(await shown()).toEqual([null]);
  });
});
