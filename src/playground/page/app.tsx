import { useEffect, useMemo, useState } from 'preact/hooks';
import { Avatar } from './avatar.tsx';
import { type Client, createClient } from './client.ts';
import { membersOf } from './components.tsx';
import { HereContext, useWorld } from './context.ts';
import { ModalView } from './modal.tsx';
import { PersonSwitch } from './people.tsx';
import { getPeople, type Person } from './rest.ts';
import { type Route, readPerson, readRoute, routeTo, writePerson } from './route.ts';
import { firstOf, Sidebar, sum } from './sidebar.tsx';
import { Talk } from './talk.tsx';
import { guildOf, nameOf, placeOf, titleOf, type World } from './world.ts';

function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const changed = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

/** The people of the playground; asks each second until the server answers. */
function usePeople(): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    let timer = 0;
    const ask = async () => {
      const found = await getPeople();
      if (found.length > 0) setPeople(found);
      else timer = window.setTimeout(ask, 1000);
    };
    void ask();
    return () => clearTimeout(timer);
  }, []);
  return people;
}

/** The whole page, as one person sees it. */
export function App() {
  const people = usePeople();
  const [name, setName] = useState(readPerson);
  const person =
    people.find((each) => each.username.toLowerCase() === name?.toLowerCase()) ?? people[0] ?? null;
  const client = useClient(person, people);
  if (client === null || person === null) return <p class="waiting">Waiting for Discord…</p>;
  const become = (next: Person) => {
    writePerson(next.username);
    setName(next.username);
  };
  return <Window key={person.id} client={client} people={people} become={become} />;
}

function useClient(person: Person | null, people: readonly Person[]): Client | null {
  const [client, setClient] = useState<Client | null>(null);
  useEffect(() => {
    if (person === null) return;
    writePerson(person.username);
    const made = createClient(person, people);
    setClient(made);
    return () => made.close();
  }, [person, people]);
  return client?.person === person ? client : null;
}

/** The address of the first channel, for a window whose address names none. */
function landing(world: World): string | null {
  const guild = world.guilds.find((each) => firstOf(each) !== undefined);
  if (guild !== undefined) return routeTo(guild.id, firstOf(guild)!.id);
  return world.directs[0] === undefined ? null : routeTo(null, world.directs[0].id);
}

interface WindowProps {
  readonly client: Client;
  readonly people: readonly Person[];
  readonly become: (person: Person) => void;
}

function Window({ client, people, become }: WindowProps) {
  const world = useWorld(client);
  const route = useRoute();
  const [drawer, setDrawer] = useState(false);
  const place = placeOf(world, route.channel);
  const guild = guildOf(world, place);
  const here = useMemo(() => ({ client, world, place }), [client, world, place]);
  const lost = world.me !== null && place === null;

  useEffect(() => {
    if (!lost) return;
    const where = landing(world);
    if (where !== null) location.replace(where);
  }, [lost, world]);

  const { mentions } = sum(world, [...world.directs, ...world.guilds.flatMap((each) => each.channels)]);
  useEffect(() => {
    const names = [
      place === null ? null : `${guild === null ? '@' : '#'}${titleOf(place)}`,
      guild?.name,
      'Discord',
    ];
    document.title = `${mentions > 0 ? `(${mentions}) ` : ''}${names.filter(Boolean).join(' · ')}`;
  }, [mentions, place, guild]);

  return (
    <HereContext.Provider value={here}>
      {world.link !== 'open' && <Banner link={world.link} first={world.me === null} />}
      <div class={drawer ? 'page drawer-open' : 'page'}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer for whoever has it open */}
        <div class="side" onKeyDown={(event) => event.key === 'Escape' && setDrawer(false)}>
          <div class="side-lists">
            <Sidebar guild={guild} chosen={() => setDrawer(false)} />
          </div>
          <PersonSwitch people={people} person={client.person} become={become} />
        </div>
        <button
          type="button"
          class="veil"
          aria-label="Close the channel list"
          onClick={() => setDrawer(false)}
        />
        {place === null ? (
          <main class="talk">
            <p class="waiting">{world.me === null ? 'Connecting…' : 'There is no channel here.'}</p>
          </main>
        ) : (
          <Talk place={place} jump={route.message} openList={() => setDrawer(true)} />
        )}
        <Members world={world} place={place} />
      </div>
      {world.modal !== null && <ModalView key={world.modal.id} modal={world.modal} />}
    </HereContext.Provider>
  );
}

function Banner({ link, first }: { link: World['link']; first: boolean }) {
  const text =
    link === 'refused'
      ? 'Discord refused this token.'
      : link === 'connecting' || first
        ? 'Connecting…'
        : 'Connection lost: reconnecting…';
  return (
    <p class={`banner ${link}`} role="status" data-testid="banner">
      {text}
    </p>
  );
}

function Members({
  world,
  place,
}: Pick<{ world: World; place: Parameters<typeof membersOf>[1] }, 'world' | 'place'>) {
  const members = world.me === null ? [] : membersOf(world, place);
  return (
    <aside class="members" aria-label="Members">
      <h2>Members: {members.length}</h2>
      <ul>
        {members.map((user) => (
          <li key={user.id}>
            <Avatar user={user} size="small" />
            <span>{nameOf(user)}</span>
            {user.bot && <span class="app">✓ APP</span>}
          </li>
        ))}
      </ul>
    </aside>
  );
}
