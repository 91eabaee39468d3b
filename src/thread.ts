import { parentPort } from 'node:worker_threads';
import { type Cards, workOut } from './match/par.ts';
import { type Choices, reviewed } from './match/review.ts';
import { type Thought, think } from './match/thinking.ts';
import { moduleOf } from './modules.ts';
import { type PaintJob, pictureOf } from './painting.ts';
import { unpainted } from './presenters.ts';
import { type SimulateJob, simulated } from './simulating.ts';
import type { Answered } from './threads.ts';

export interface ThinkJob {
  readonly think: Thought;
}

export interface ParJob {
  readonly par: Cards;
}

export interface ReviewJob {
  readonly review: Choices;
}

type Job = PaintJob | ThinkJob | ParJob | ReviewJob | SimulateJob;

/** Does what the program asks for from now on; resolves when the first job is done. */
export function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This program runs in a thread.');
  return new Promise((begun) => {
    port.on('message', async ({ id, job }: { id: number; job: Job }) => {
      try {
        if ('think' in job) port.postMessage({ id, answer: await think(job.think) } satisfies Answered);
        else if ('simulate' in job) port.postMessage({ id, answer: simulated(job) } satisfies Answered);
        else if ('review' in job) port.postMessage({ id, answer: reviewed(job.review) } satisfies Answered);
        else if ('par' in job) port.postMessage({ id, answer: workOut(job.par) } satisfies Answered);
        else {
          const answer = await drawn(job);
          port.postMessage({ id, answer } satisfies Answered, [answer.buffer]);
        }
      } catch (error) {
        port.postMessage({ id, error } satisfies Answered);
      }
      begun();
    });
  });
}

/** A file's bytes, in memory of their own, which can be handed over. */
async function drawn({ paint }: PaintJob): Promise<Uint8Array<ArrayBuffer>> {
  const module = moduleOf(paint.game);
  const png = await pictureOf(module, unpainted(module), paint).draw();
  const { buffer, byteOffset, byteLength } = png;
  const own = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return own ? new Uint8Array(buffer, byteOffset, byteLength) : Uint8Array.from(png);
}
