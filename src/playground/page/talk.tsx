import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from './composer.tsx';
import { useHere } from './context.ts';
import { continues, MessageView } from './message.tsx';
import { routeTo } from './route.ts';
import { emptyRoom, isDirect, isThread, markOf, type Place, placeOf, titleOf } from './world.ts';

/** An open channel: its name, its messages, and the box to write in. */
export function Talk({ place, jump, openList }: { place: Place; jump: string | null; openList: () => void }) {
  const { client, world } = useHere();
  const parent = isThread(place) ? placeOf(world, place.parent) : null;
  const { id } = place;

  useEffect(() => {
    void client?.open(place);
  }, [client, id]);

  const unread = world.unread[id] !== undefined;
  const newest = world.rooms[id]?.messages.at(-1)?.id;
  useEffect(() => {
    const read = () => {
      if ((unread || newest !== undefined) && document.visibilityState === 'visible') client?.read(id);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [client, id, unread, newest]);

  return (
    <main class="talk">
      <header class="top">
        <button type="button" class="drawer-button" aria-label="Show channels" onClick={openList}>
          ☰
        </button>
        {parent !== null && (
          <a class="parent" href={routeTo(parent.guild, parent.id)} aria-label={`Back to #${parent.name}`}>
            #{parent.name} ›
          </a>
        )}
        <h1>
          <span class="channel-mark" aria-hidden="true">
            {markOf(place)}
          </span>
          {titleOf(place)}
        </h1>
        {place.archived && <span class="tag">archived</span>}
        {place.locked && <span class="tag">locked</span>}
      </header>
      <Messages place={place} jump={jump} />
      <Notices place={place} />
      <Composer place={place} />
    </main>
  );
}

function Messages({ place, jump }: { place: Place; jump: string | null }) {
  const { client, world } = useHere();
  const list = useRef<HTMLDivElement>(null);
  const room = world.rooms[place.id] ?? emptyRoom;
  const failed = new Set(
    Object.values(world.presses).flatMap((press) => (press.state === 'failed' ? (press.message ?? []) : [])),
  );

  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = 0;
  }, [place.id]);

  // One's own message, and the answer to one's own command, are scrolled into view.
  const last = room.messages.at(-1);
  const mine = last?.author.id === world.me?.id || last?.interaction_metadata?.user.id === world.me?.id;
  useLayoutEffect(() => {
    if (mine && list.current !== null) list.current.scrollTop = 0;
  }, [last?.id]);

  useEffect(() => {
    if (jump === null || !room.loaded) return;
    const target = document.getElementById(`message-${jump}`);
    target?.scrollIntoView({ block: 'center' });
    target?.classList.add('jumped');
    const timer = setTimeout(() => target?.classList.remove('jumped'), 2000);
    return () => clearTimeout(timer);
  }, [jump, room.loaded]);

  return (
    // The list is reversed in CSS, so that the newest message stays in view while pictures load and messages grow.
    <div class="scroll" ref={list}>
      <div class="messages" role="log" aria-live="polite">
        {room.more && (
          <button type="button" class="as-link earlier" onClick={() => void client?.earlier(place)}>
            Show earlier messages
          </button>
        )}
        {room.loaded && !room.more && (
          <div class="beginning">
            <h2>{isDirect(place) ? titleOf(place) : `#${titleOf(place)}`}</h2>
            <p>This is where {isDirect(place) ? 'your conversation' : `#${titleOf(place)}`} begins.</p>
          </div>
        )}
        {room.problem !== null && (
          <p class="problem" role="alert">
            {room.problem}
          </p>
        )}
        <ol class="log" aria-label={`Messages in ${titleOf(place)}`}>
          {room.messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              joined={continues(message, room.messages[index - 1])}
              failed={failed.has(message.id)}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The line above the box: a command that was sent, or one that got no answer. */
function Notices({ place }: { place: Place }) {
  const { world } = useHere();
  const presses = Object.values(world.presses).filter(
    (press) => press.channel === place.id && press.message === null,
  );
  const waiting = presses.find((press) => press.state === 'waiting');
  const failure = presses.find((press) => press.state === 'failed');
  return (
    <div class="notices">
      {failure !== undefined && (
        <p class="failed" role="alert">
          {failure.label}: The application did not respond
        </p>
      )}
      {waiting !== undefined && (
        <p>
          Sending {waiting.label} <span class="dots" aria-hidden="true" />
        </p>
      )}
    </div>
  );
}
