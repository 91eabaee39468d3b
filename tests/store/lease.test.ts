import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDue, setJob } from '../../src/store/jobs.ts';
import { alive, HOLDER } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { scratch } from './folders.ts';
import { program } from './programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AT = 1_000_000;
const UNTIL = AT + 1000;
/** A number that no process has. */
const NOBODY = 4_194_999;

const [table, life] = HOLDER.split(':') as [string, string];

describe('who holds a lease', () => {
  test('of this process table: this process and others that live are there, dead ones are not', () => {
    expect(alive(HOLDER)).toBe(true);
    expect(alive(`${table}:abc:${process.ppid}`)).toBe(true);
    expect(alive(`${table}:abc:1`)).toBe(true);
    expect(alive(`${table}:abc:${NOBODY}`)).toBe(false);
    // An earlier life with the same number.
    expect(alive(`${table}:abc:${process.pid}`)).toBe(false);
  });

  test('of another process table, whoever it is: it may be there', () => {
    expect(alive(`elsewhere:abc:${NOBODY}`)).toBe(true);
    expect(alive(`elsewhere:${life}:${process.pid}`)).toBe(true);
    for (const strange of ['', 'elsewhere', 'a:b:c:d']) expect(alive(strange)).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'of this host name, as earlier versions wrote it: it may be',
    () => {
      for (const pid of [NOBODY, process.pid]) {
        expect(alive(`${hostname()}:abc:${pid}`)).toBe(true);
        expect(alive(`${hostname()}:${pid}`)).toBe(true);
      }
      expect(HOLDER).not.toContain(hostname());
    },
  );
});

/** What begins a program among processes of its own, with the same host name: as another container would. */
const APART = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canPart = spawnSync(APART[0]!, [...APART.slice(1), 'true']).status === 0;

describe('two processes', () => {
  let file: string;
  let store: Store;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    file = join(scratch(), 'metrox.db');
    store = openStore(file);
    await setJob(store, { kind: 'late', subject: '1', key: 'k', due: AT });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await store.close();
  });

  const claim = (at: number) => claimDue(store, at, HOLDER, at + 1000, 50);

  /** Another one claims what is due at that time; it goes on living. */
  async function other(
    at: number,
    before: readonly string[] = [],
  ): Promise<{ holder: string; got: number; child: ChildProcess }> {
    const [command, ...words] = [
      ...before,
      process.execPath,
      ...program('tests/store/leaser', file, String(at), String(UNTIL)),
    ];
    const child = spawn(String(command), words.map(String), {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return { ...(JSON.parse(String(line)) as { holder: string; got: number }), child };
  }

  test('a lease ends with the process that holds it', async () => {
    const { got, holder, child } = await other(AT);
    expect(got).toBe(1);
    expect(holder).not.toBe(HOLDER);
    expect(await claim(AT)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await claim(AT)).toHaveLength(1);
  });

  test.runIf(canPart)('in two containers with one host name, each lets the other’s lease run', async () => {
    expect(await claim(AT)).toHaveLength(1);
    // There, no process has the number of this one.
    expect(await other(AT, APART)).toMatchObject({ got: 0 });
    const there = await other(AT + 1000, APART);
    expect(there.got).toBe(1);
    expect(alive(there.holder)).toBe(true);
    expect(await claim(AT + 1)).toEqual([]);
  });
});
