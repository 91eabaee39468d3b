import type { Event } from './events.ts';

/** A person's connection to the gateway. */
export interface Gateway {
  /** Closes the connection and opens no other. */
  close(): void;
}

interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s?: number | null;
  readonly t?: string | null;
}

const longestWait = 15_000;

/**
 * Connects to the gateway. After a lost connection it connects again, waiting longer each time (0.5 s to 15 s), and
 * gets a new READY. `hear` gets every event, and `page:link` when the connection is lost. With a token that was refused
 * it does not connect again.
 */
export function openGateway(
  token: string,
  address: () => Promise<string>,
  hear: (event: Event) => void,
): Gateway {
  let socket: WebSocket | null = null;
  let heartbeat = 0;
  let retry = 0;
  let failures = 0;
  let ended = false;

  const connect = async () => {
    let url: string;
    try {
      url = await address();
    } catch {
      again();
      return;
    }
    if (ended) return;
    const line = new WebSocket(url);
    socket = line;
    let sequence: number | null = null;
    let answered = true;
    const send = (op: number, d: unknown) => {
      if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify({ op, d }));
    };
    line.onmessage = (message) => {
      if (socket !== line) return;
      const frame = JSON.parse(String(message.data)) as Frame;
      if (typeof frame.s === 'number') sequence = frame.s;
      if (frame.op === 10) {
        const { heartbeat_interval } = frame.d as { heartbeat_interval: number };
        clearInterval(heartbeat);
        heartbeat = window.setInterval(() => {
          if (!answered) {
            line.close(4000);
            return;
          }
          answered = false;
          send(1, sequence);
        }, heartbeat_interval);
        send(2, { token, properties: { os: 'browser', browser: 'playground', device: '' }, capabilities: 0 });
      } else if (frame.op === 11) answered = true;
      else if (frame.op === 1) send(1, sequence);
      else if (frame.op === 7 || frame.op === 9) line.close(4000);
      else if (frame.op === 0 && frame.t) {
        if (frame.t === 'READY') failures = 0;
        hear({ t: frame.t, d: frame.d });
      }
    };
    line.onclose = (event) => {
      clearInterval(heartbeat);
      if (ended || socket !== line) return;
      socket = null;
      if (event.code === 4004) hear({ t: 'page:link', d: 'refused' });
      else again();
    };
  };

  const again = () => {
    if (ended) return;
    hear({ t: 'page:link', d: 'reconnecting' });
    const pause = Math.min(longestWait, 500 * 2 ** failures++) * (0.75 + Math.random() / 2);
    clearTimeout(retry);
    retry = window.setTimeout(connect, pause);
  };

  void connect();
  return {
    close: () => {
      ended = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      socket?.close(1000);
    },
  };
}
