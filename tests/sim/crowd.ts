import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { EPHEMERAL, type Shown, wordsIn } from '../lib/chat.ts';
import type { Component } from '../lib/message.ts';
import type { Answer, Client, Person } from '../lib/person.ts';

/** People at the local Discord: they press what a message shows, and hear what comes of it. */

/** Somebody who can ask Discord for something. */
export interface Member extends Person {
  readonly token: string;
}

export interface Crowd extends Client {
  heard(event: string, data: object): void;
  /** The bot has just died: nobody waits for it any more. */
  died(): void;
  readonly pressed: number;
  /** Presses that are not answered yet. */
  waiting(): number;
  /** Answers by what became of the press, and the milliseconds that they took in all. */
  readonly acts: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<Answer['state'], { count: number; took: number }>>;
}

/** An event's message, as far as it is used. */
export interface RawMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly author: { readonly id: string };
  readonly nonce?: string;
  readonly timestamp: string;
  readonly flags: number;
  readonly content: string;
  readonly components: readonly Component[];
  readonly attachments: readonly { readonly filename: string; readonly url: string }[];
  readonly interaction_metadata?: { readonly id: string };
}

export const shownOf = (raw: RawMessage): Shown => ({
  ...{ id: raw.id, channel: raw.channel_id, nonce: raw.nonce ?? null, purpose: null },
  ...{ at: Date.parse(raw.timestamp), flags: raw.flags, content: raw.content, components: raw.components },
  ...{ files: raw.attachments.length, gone: false },
});

const LOADING = 128;
/** After an acknowledgement an answer comes within this, or not at all. */
const PATIENCE = 6_000;
/** After an open press has been acknowledged, a refusal comes within this. */
const BESIDE = 250;

interface Waiting {
  readonly source?: Shown;
  readonly open: boolean;
  id: string | null;
  acknowledged: boolean;
  settle(answer: Omit<Answer, 'sure'>): void;
}

interface Command {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly options?: readonly { name: string; options?: readonly { name: string; type: number }[] }[];
}

export function createCrowd(
  url: string,
  application: string,
  tokenOf: (who: Person) => string,
  guildOf: (channel: string) => string,
): Crowd {
  // A socket that is idle for longer may be closed by the other end just as it is used again.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3_000 });
  const byNonce = new Map<string, Waiting>();
  const byId = new Map<string, Waiting>();
  let known: Promise<readonly Command[]> | undefined;
  /** Private messages on which a press got no answer: one may still come. */
  const doubtful = new Set<string>();
  let pressed = 0;
  const acts: Record<string, number> = {};
  const none = () => ({ count: 0, took: 0 });
  const answers = { unseen: none(), failed: none(), silent: none(), done: none(), answered: none() };

  const api = (method: string, path: string, token: string, body?: unknown): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        authorization: token,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      const asked = request(`${url}/api/v10${path}`, { method, agent, headers }, (answer) => {
        let said = '';
        answer.setEncoding('utf8').on('data', (more) => {
          said += more;
        });
        answer.on('end', () => resolve([answer.statusCode ?? 0, said]));
      });
      asked.on('error', reject).end(text);
    });

  async function interact(
    who: Person,
    body: object,
    source: Shown | undefined,
    open: boolean,
  ): Promise<Answer> {
    pressed++;
    const begun = Date.now();
    const nonce = randomBytes(9).toString('hex');
    let settle: Waiting['settle'] = () => {};
    const answered = new Promise<Omit<Answer, 'sure'>>((resolve) => {
      settle = resolve;
    });
    const waiting: Waiting = { ...(source ? { source } : {}), open, id: null, acknowledged: false, settle };
    byNonce.set(nonce, waiting);
    const timer = setTimeout(() => settle({ state: 'silent', words: '' }), 3_200 + PATIENCE);
    try {
      const [status, said] = await api('POST', '/interactions', tokenOf(who), {
        ...body,
        application_id: application,
        nonce,
      });
      const answer = status >= 400 ? ({ state: 'unseen', words: said } as const) : await answered;
      if (answer.state === 'silent' && source) doubtful.add(source.id);
      answers[answer.state].count++;
      answers[answer.state].took += Date.now() - begun;
      // That no refusal came soon says little.
      const sure = answer.state !== 'done' && !(answer.message && doubtful.has(answer.message.id));
      return { ...answer, sure };
    } finally {
      clearTimeout(timer);
      byNonce.delete(nonce);
      if (waiting.id) byId.delete(waiting.id);
    }
  }

  return {
    acts,
    answers,
    waiting: () => byNonce.size,
    get pressed() {
      return pressed;
    },
    press: (who, message, part, values, open = false) => {
      const act = (part.custom_id ?? '').split('|')[0]!;
      acts[act] = (acts[act] ?? 0) + 1;
      return interact(
        who,
        {
          type: 3,
          guild_id: guildOf(message.channel),
          channel_id: message.channel,
          message_id: message.id,
          message_flags: message.flags,
          data: { component_type: part.type, custom_id: part.custom_id, ...(values ? { values } : {}) },
        },
        message,
        open,
      );
    },
    async command(who, place, name, options = {}) {
      known ??= api('GET', `/applications/${application}/commands`, tokenOf(who)).then(([, said]) =>
        JSON.parse(said),
      );
      const [first, second] = name.split(' ');
      const command = (await known).find((one) => one.name === first)!;
      const sub = command.options?.find((one) => one.name === second);
      const given = Object.entries(options).map(([key, value]) => ({
        name: key,
        type: sub?.options?.find((one) => one.name === key)?.type ?? 3,
        value,
      }));
      return interact(
        who,
        {
          type: 2,
          guild_id: place.guild,
          channel_id: place.channel,
          data: {
            id: command.id,
            version: command.version,
            name: first,
            type: 1,
            options: second ? [{ type: 1, name: second, options: given }] : given,
          },
        },
        undefined,
        false,
      );
    },
    heard(event, data) {
      const { id, nonce } = data as { id: string; nonce?: string };
      const waiting = nonce === undefined ? byId.get(id) : byNonce.get(nonce);
      if (event === 'INTERACTION_CREATE') {
        if (!waiting || waiting.id) return;
        waiting.id = id;
        byId.set(id, waiting);
      } else if (event === 'INTERACTION_FAILURE') waiting?.settle({ state: 'failed', words: '' });
      else if (event === 'INTERACTION_SUCCESS') {
        if (!waiting) return;
        waiting.acknowledged = true;
        if (waiting.open) setTimeout(() => waiting.settle({ state: 'done', words: '' }), BESIDE);
      } else if (event === 'MESSAGE_CREATE' || event === 'MESSAGE_UPDATE') {
        const raw = data as RawMessage;
        if (raw.flags & LOADING) return;
        const message = shownOf(raw);
        const words = wordsIn(message);
        const answers = byId.get(raw.interaction_metadata?.id ?? '');
        if (answers) return answers.settle({ state: 'answered', message, words });
        // Whose press it answers is not told: the first one's. The same screen again may also be the answer before,
        // sent a second time.
        const first = [...byId.values()].find((one) => one.acknowledged && one.source?.id === raw.id);
        if (!(raw.flags & EPHEMERAL) || !first?.source) return;
        byId.delete(first.id!);
        const same =
          JSON.stringify(first.source.components) === JSON.stringify(message.components) ||
          words === wordsIn(first.source);
        first.settle({ state: same ? 'silent' : 'answered', message, words });
      }
    },
    died() {
      for (const waiting of byId.values())
        if (waiting.acknowledged) waiting.settle({ state: 'silent', words: '' });
    },
  };
}
