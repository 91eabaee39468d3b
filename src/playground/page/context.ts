import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Client } from './client.ts';
import { emptyWorld, type Place, type World } from './world.ts';

/** What every part of the page can read: the client, its world, and the open channel. */
export interface Here {
  readonly client: Client | null;
  readonly world: World;
  readonly place: Place | null;
}

export const HereContext = createContext<Here>({ client: null, world: emptyWorld, place: null });

export const useHere = (): Here => useContext(HereContext);

/** The client's world; the component is drawn again whenever it changes. */
export function useWorld(client: Client | null): World {
  const [world, setWorld] = useState<World>(client?.world() ?? emptyWorld);
  useEffect(() => {
    if (client === null) return;
    setWorld(client.world());
    return client.subscribe(() => setWorld(client.world()));
  }, [client]);
  return client === null ? emptyWorld : world;
}

const tickers = new Set<() => void>();
setInterval(() => {
  for (const each of tickers) each();
}, 1000);

/** A text that depends on the time: computed each second, drawn again only when it has changed. */
export function useTicking(read: () => string): string {
  const [text, setText] = useState(read);
  useEffect(() => {
    const tick = () => setText(read());
    tick();
    tickers.add(tick);
    return () => {
      tickers.delete(tick);
    };
  }, [read]);
  return text;
}
