import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDiscord } from '../../src/playground/server.ts';
import { program } from '../store/programs.ts';
import { ask, button, connect, type Loose, PNG } from './club.ts';

let folder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'discord-'));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, program('src/playground/main'), {
    env: { ...process.env, PORT: '0', DATABASE_FILE: join(folder, 'metrox.db'), ...env },
  });
  running.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  );
  const url = new Promise<string>((resolve) =>
    child.stdout.on('data', () => {
      const found = /Discord on localhost: (http:\S+)/.exec(out)?.[1];
      if (found) resolve(found);
    }),
  );
  return { child, ended, url };
}

it('keeps its state over a restart: ids, messages, files, commands, presses', async () => {
  const file = join(folder, 'discord.db');
  const first = await startDiscord({ file, limits: 'off' });
  const people = (await (await fetch(`${first.url}/people`)).json()) as Loose[];
  const line = connect(first, 'person-ann');
  const ready = await line.next('READY');
  const channel = ready.guilds[0].channels[0].id;
  const { id: app } = (await ask(first, 'Bot playground', 'GET', '/users/@me')).body;
  await ask(first, 'Bot playground', 'PUT', `/applications/${app}/commands`, [
    { name: 'hi', description: 'Says hello' },
  ] as object);
  const draft = { content: 'table', components: [button('press')] };
  const path = `/channels/${channel}/messages`;
  const message = (
    await ask(first, 'Bot playground', 'POST', path, draft, [{ name: 'board.png', bytes: PNG }])
  ).body;
  await first.close();

  const second = await startDiscord({ file, limits: 'off' });
  expect(await (await fetch(`${second.url}/people`)).json()).toEqual(people);
  const listed = (await ask(second, 'person-ann', 'GET', path)).body;
  expect(listed[0]).toMatchObject({ id: message.id, content: 'table' });
  // The port is another, and the addresses of files follow it.
  expect(listed[0].attachments[0].url.startsWith(second.url)).toBe(true);
  expect((await fetch(listed[0].attachments[0].url)).status).toBe(200);
  expect((await ask(second, 'Bot playground', 'GET', `/applications/${app}/commands`)).body).toHaveLength(1);
  const bot = connect(second, 'playground');
  await bot.next('READY');
  const pressed = await ask(second, 'person-ann', 'POST', '/interactions', {
    type: 3,
    application_id: app,
    channel_id: channel,
    message_id: message.id,
    data: { component_type: 2, custom_id: 'press' },
  });
  expect(pressed.status).toBe(204);
  expect((await bot.next('INTERACTION_CREATE')).message.id).toBe(message.id);
  line.close();
  bot.close();
  await second.close();
});

it('ends interactions that an earlier process left waiting', async () => {
  const file = join(folder, 'discord.db');
  const first = await startDiscord({ file, limits: 'off' });
  const bot = connect(first, 'playground');
  const ready = await bot.next('READY');
  const app = ready.application.id;
  const [{ id: channel }] = (await bot.next('GUILD_CREATE')).channels;
  const { body } = await ask(first, 'Bot playground', 'PUT', `/applications/${app}/commands`, [
    { name: 'hi', description: 'Says hello' },
  ] as object);
  const data = { id: body[0].id, name: 'hi', type: 1 };
  await ask(first, 'person-ann', 'POST', '/interactions', {
    type: 2,
    application_id: app,
    channel_id: channel,
    data,
  });
  const { id, token } = await bot.next('INTERACTION_CREATE');
  bot.close();
  await first.close();
  const second = await startDiscord({ file, limits: 'off' });
  const reply = await ask(second, '', 'POST', `/interactions/${id}/${token}/callback`, { type: 5 });
  expect([reply.status, reply.body.code]).toEqual([404, 10062]);
  await second.close();
});

it('speaks to no page of another origin, and to no other name of this machine', async () => {
  const discord = await startDiscord();
  const status = async (headers: Record<string, string>) => {
    const { request } = await import('node:http');
    return new Promise<number | undefined>((resolve, reject) =>
      request(`${discord.url}/people`, { headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end(),
    );
  };
  expect(await status({})).toBe(200);
  expect(await status({ origin: discord.url })).toBe(200);
  expect(await status({ origin: 'https://example.org' })).toBe(403);
  expect(await status({ host: 'example.org' })).toBe(403);
  await discord.close();
});

it('is a program that says where it is, serves the page, and stops at SIGTERM with 0', async () => {
  const discord = start({});
  const url = await discord.url;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(`${url}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  const script = await fetch(`${url}/page.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect((await fetch(`${url}/page.css`)).headers.get('content-type')).toContain('text/css');
  discord.child.kill('SIGTERM');
  expect(await discord.ended).toMatchObject({ code: 0, err: '' });
});

it('says in one line that its port is taken', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  const { code, err } = await start({ PORT: String(port) }).ended;
  server.close();
  expect(code).toBe(78);
  expect(err).toBe(`Port ${port} is taken: stop what uses it, or set PORT to another.\n`);
});

it('says in one line that its folder cannot be written', async () => {
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const { code, err } = await start({ DATABASE_FILE: join(blocked, 'metrox.db') }).ended;
  expect(code).toBe(78);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).toContain(`The folder ${blocked} can't be written`);
});
