import { type Match, phaseKey } from '../../src/match/match.ts';
import { doubled, type Fault, lost, sentence } from './ledger.ts';
import { idsOf, type Posted, partsOf, wordsOf } from './outside.ts';

/** What stands in the chat about a match when it is over. */

const REMINDER = /^reminder:\d+\.(?:round|flip)(?:-\d+)?\/\w+(?:\/\d+)?$/;
const QUESTION = /^question:\d+$/;
const PHASE = /^(\d+\.(?:round|flip|pause|over)(?:-\d+)?)(?:\.\d+)?$/;
const MOVED = sentence('table.movedTo');
const SETTLED = [sentence('table.wishOver'), sentence('table.wishGranted'), sentence('table.wishPast')];

/** A reminder that was to be found by its purpose, to be deleted, and was deleted already: it is posted to be. */
const isStray = ({ body, gone }: Posted): boolean => gone && wordsOf(body) === '…';

/**
 * One message a phase, in order, and for each time the table was moved one more and one that may have been on its way;
 * of a round one line stays, of all else nothing but where the table went; the last one is the result. Reminders are
 * gone, questions settled. `messages`: all of the chat; `lobbyMessage`: the lobby's, which says that the match began;
 * `guests`: in a rematch there was somebody to be asked.
 */
export function talkFaults(
  match: Match,
  messages: readonly Posted[],
  moves: number,
  lobbyMessage: string | null,
  guests = true,
): Fault[] {
  const { id } = match;
  const faults: Fault[] = [];
  const own = messages.flatMap((message) => {
    const [of, ...rest] = message.purpose?.split('.') ?? [];
    return Number(of) === id && !isStray(message) ? [{ ...message, key: rest.join('.') }] : [];
  });
  const stands = (message: Posted): boolean => !message.gone && !MOVED.test(wordsOf(message.body));
  const firsts: Posted[] = [];
  for (const [i, phase] of match.phases.entries()) {
    const key = phaseKey(phase);
    const next = match.phases[i + 1];
    const here = own.filter((message) => PHASE.exec(message.key)?.[1] === key);
    const told = (words: string): string => `Match ${id}, ${key}: ${words}`;
    const seen = here.map(({ id, purpose, channel, gone, body }) => ({
      id,
      purpose,
      channel,
      gone,
      ...body,
    }));
    if (here.length > 1 + 2 * moves)
      faults.push(doubled(told(`${here.length} messages, ${JSON.stringify(seen)}`)));
    if (here[0] && (phase.kind === 'round' || phase.kind === 'over')) firsts.push(here[0]);
    const left = here.filter(stands);
    if (next === undefined) {
      const shows = left.filter(({ body, files }) => {
        return idsOf(body).includes(`rematch|${id}|0`) && files.length > (match.voided ? 0 : 1);
      });
      if (shows.length !== 1 || left.length !== 1)
        faults.push(lost(told(`no result, ${JSON.stringify(seen)}`)));
      continue;
    }
    const lasts = phase.kind === 'round' && next.kind !== 'pause' && !(match.voided && next.kind === 'over');
    const lines = left.filter(
      ({ body, files }) => wordsOf(body) !== '' && files.length === 0 && partsOf(body).length === 0,
    );
    if (left.length !== (lasts ? 1 : 0) || lines.length !== left.length)
      faults.push((left.length > 1 ? doubled : lost)(told(`not as it should stay, ${JSON.stringify(seen)}`)));
  }
  if (firsts.some((message, i) => i > 0 && Number(message.id) < Number(firsts[i - 1]!.id)))
    faults.push(lost(`Match ${id} posted its phases in another order.`));
  for (const { key, body, gone } of own) {
    if (REMINDER.test(key)) {
      if (!gone) faults.push(lost(`Match ${id} left the reminder ${key} standing.`));
    } else if (QUESTION.test(key)) {
      const settled = [...SETTLED, MOVED].some((one) => one.test(wordsOf(body)));
      if (!settled || idsOf(body).length > 0) faults.push(lost(`Match ${id} did not settle ${key}.`));
    } else if (!PHASE.test(key) && key !== 'lobby' && key !== 'invite')
      faults.push(doubled(`Match ${id} posted ${key}.`));
  }
  // A question that is open goes along with its table, there and back.
  const isBack = (key: string): boolean =>
    QUESTION.test(key) && own.filter((one) => one.key === key).length <= 1 + moves;
  const keys = own.filter(({ key }) => !isBack(key)).map(({ key, channel }) => `${key} ${channel}`);
  for (const key of new Set(keys.filter((one, i) => keys.indexOf(one) !== i)))
    faults.push(doubled(`Match ${id} posted ${key} twice.`));
  const lobby = messages.find((message) => message.id === lobbyMessage);
  const result = own.findLast((message) => PHASE.test(message.key) && stands(message));
  // Where the table is in another channel than its lobby, the lobby tells the result and leads on.
  const leads =
    lobby && result && result.channel !== lobby.channel ? [`rematch|${id}|0`, `replay|${id}|0`] : [];
  const offered = lobby ? idsOf(lobby.body) : [];
  const linked = lobby && !lobby.gone && partsOf(lobby.body).some((part) => part.url);
  if (!linked || offered.some((one) => !leads.includes(one)) || (leads[0] && !offered.includes(leads[0])))
    faults.push(
      lost(
        `The lobby of match ${id} does not say what became of it: ${lobby && wordsOf(lobby.body)} ${offered}`,
      ),
    );
  const again = match.row.rematchOf !== null;
  for (const [what, want] of [
    ['lobby', again ? 1 : 0],
    ['invite', again && guests ? 1 : 0],
  ] as const)
    if (own.filter(({ key }) => key === what).length !== want)
      faults.push(lost(`Match ${id} posted its ${what} another number of times than ${want}.`));
  return faults;
}
