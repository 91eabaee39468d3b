import { initials } from './avatar.tsx';
import { useHere } from './context.ts';
import { routeTo } from './route.ts';
import {
  type Guild,
  isThread,
  markOf,
  older,
  type Place,
  titleOf,
  type Unread,
  type World,
} from './world.ts';

/** The servers at the left edge, and the channels of the open one beside them. */
export function Sidebar({ guild, chosen }: { guild: Guild | null; chosen: () => void }) {
  const { world } = useHere();
  return (
    <>
      <nav class="rail" aria-label="Servers">
        <ServerLink
          name="Direct messages"
          mark="✉"
          href={world.directs[0] === undefined ? '#' : routeTo(null, world.directs[0].id)}
          on={guild === null}
          unread={sum(world, world.directs)}
        />
        {world.guilds.map((each) => (
          <ServerLink
            key={each.id}
            name={each.name}
            mark={initials(each.name)}
            href={each.channels[0] === undefined ? '#' : routeTo(each.id, firstOf(each)!.id)}
            on={each.id === guild?.id}
            unread={sum(world, each.channels)}
          />
        ))}
      </nav>
      <nav class="channels" aria-label={guild === null ? 'Direct messages' : `Channels of ${guild.name}`}>
        <h2>{guild?.name ?? 'Direct messages'}</h2>
        {guild !== null && !guild.available && <p class="note">This server is not available.</p>}
        <ul>
          {guild === null
            ? world.directs.map((place) => <ChannelLink key={place.id} place={place} chosen={chosen} />)
            : channelsOf(guild).map((place) => (
                <ChannelLink key={place.id} place={place} threads={threadsOf(guild, place)} chosen={chosen} />
              ))}
        </ul>
      </nav>
    </>
  );
}

const channelsOf = (guild: Guild): readonly Place[] =>
  guild.channels
    .filter((place) => !isThread(place) && place.type !== 4)
    .sort((a, b) => a.position - b.position || older(a.id, b.id));

/** The first channel of a guild. */
export const firstOf = (guild: Guild): Place | undefined => channelsOf(guild)[0];

const threadsOf = (guild: Guild, parent: Place): readonly Place[] =>
  guild.channels
    .filter((place) => isThread(place) && place.parent === parent.id && !place.archived)
    .sort((a, b) => older(a.id, b.id));

/** The sum of what is unread in some channels. */
export function sum(world: World, places: readonly Place[]): Unread {
  const all = places.map((place) => world.unread[place.id]);
  return {
    count: all.reduce((total, each) => total + (each?.count ?? 0), 0),
    mentions: all.reduce((total, each) => total + (each?.mentions ?? 0), 0),
  };
}

interface ServerLinkProps {
  readonly name: string;
  readonly mark: string;
  readonly href: string;
  readonly on: boolean;
  readonly unread: Unread;
}

function ServerLink({ name, mark, href, on, unread }: ServerLinkProps) {
  return (
    <a
      class={`server${on ? ' on' : ''}${unread.count > 0 ? ' unread' : ''}`}
      href={href}
      aria-current={on ? 'true' : undefined}
      aria-label={unread.mentions > 0 ? `${name}, ${unread.mentions} mentions` : name}
      title={name}
    >
      <span aria-hidden="true">{mark}</span>
      {unread.mentions > 0 && <Badge count={unread.mentions} />}
    </a>
  );
}

interface ChannelLinkProps {
  readonly place: Place;
  readonly threads?: readonly Place[];
  readonly chosen: () => void;
}

function ChannelLink({ place, threads = [], chosen }: ChannelLinkProps) {
  const { world, place: here } = useHere();
  const unread = world.unread[place.id];
  const on = here?.id === place.id;
  return (
    <li>
      <a
        class={`channel${on ? ' on' : ''}${unread !== undefined ? ' unread' : ''}`}
        href={routeTo(place.guild, place.id)}
        aria-current={on ? 'page' : undefined}
        onClick={chosen}
      >
        <span class="channel-mark" aria-hidden="true">
          {markOf(place)}
        </span>
        <span class="channel-name">{titleOf(place)}</span>
        {unread !== undefined && unread.mentions > 0 && <Badge count={unread.mentions} />}
      </a>
      {threads.length > 0 && (
        <ul>
          {threads.map((thread) => (
            <ChannelLink key={thread.id} place={thread} chosen={chosen} />
          ))}
        </ul>
      )}
    </li>
  );
}

const Badge = ({ count }: { count: number }) => (
  <span class="badge">
    {count}
    <span class="unseen"> mentions</span>
  </span>
);
