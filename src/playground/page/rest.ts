/** A person of the playground, as `GET /people` lists them. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly global_name: string | null;
  /** Of their Discord. */
  readonly locale: string;
  readonly token: string;
}

/** A refusal: Discord's message, its error code, and the HTTP status. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** Sends a request as one person. After a 429 it waits as long as it is told, and sends it again. */
export type Rest = <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const unreachable: Refusal = { status: 0, code: 0, message: 'Discord does not answer.' };

/** Makes requests to v10 of the API with a person's token; paths begin after the version. */
export function createRest(token: string): Rest {
  return async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    for (let tries = 0; ; tries++) {
      let response: Response;
      try {
        response = await fetch(`/api/v10${path}`, {
          method,
          headers: {
            authorization: token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
        });
      } catch {
        return { ok: false, refusal: unreachable };
      }
      const said = (await response.json().catch(() => null)) as Record<string, unknown> | null;
      if (response.ok) return { ok: true, data: said as T };
      if (response.status === 429 && tries < 5) {
        await wait(Math.min(10_000, 1000 * Number(said?.retry_after ?? 1)) + 50);
        continue;
      }
      const message =
        typeof said?.message === 'string' ? said.message : `Discord answered ${response.status}.`;
      return { ok: false, refusal: { status: response.status, code: Number(said?.code ?? 0), message } };
    }
  };
}

/** Gives a person's Discord another language. */
export const setLocale = (person: Person, locale: string): Promise<unknown> =>
  fetch(`/_/people/${person.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ locale }),
  }).catch(() => undefined);

/** The people of the playground; empty while the server cannot be reached. */
export async function getPeople(): Promise<readonly Person[]> {
  try {
    const response = await fetch('/people');
    return response.ok ? ((await response.json()) as Person[]) : [];
  } catch {
    return [];
  }
}
