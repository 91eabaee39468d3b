import type { Sent } from '../../src/app/outbound.ts';
import type { CommandRequest, PressRequest } from '../../src/app/request.ts';

/** What parent and child say to each other. */

/** A screen without the bytes of its files. */
export interface Bare {
  readonly body: object;
  readonly files?: readonly string[];
}

export type Call =
  | {
      readonly kind: 'post';
      readonly channel: string;
      readonly screen: Bare;
      readonly purpose: string;
      readonly nonce?: string;
    }
  | { readonly kind: 'edit'; readonly channel: string; readonly message: string; readonly screen: Bare }
  | { readonly kind: 'remove'; readonly channel: string; readonly message: string }
  | { readonly kind: 'thread'; readonly channel: string; readonly message: string; readonly name: string }
  | { readonly kind: 'direct'; readonly user: string }
  | { readonly kind: 'archive'; readonly channel: string }
  | { readonly kind: 'revive'; readonly channel: string };

export type Order =
  | { readonly do: 'begin'; readonly file: string; readonly epoch: number; readonly times: number }
  | { readonly do: 'press'; readonly n: number; readonly request: PressRequest | CommandRequest }
  | { readonly do: 'told'; readonly n: number; readonly sent: Sent<{ message?: string; channel?: string }> }
  | { readonly do: 'behind' };

export type Report =
  | { readonly say: 'loaded' }
  | { readonly say: 'begun' }
  | { readonly say: 'call'; readonly n: number; readonly call: Call }
  | { readonly say: 'answer'; readonly n: number; readonly screen?: object; readonly whisper?: object }
  | { readonly say: 'note'; readonly level: 'warn' | 'error'; readonly words: string }
  /** Matches whose messages are not up to date; work that is due and not done; its clock. */
  | {
      readonly say: 'behind';
      readonly matches: readonly number[];
      readonly due: readonly string[];
      readonly at: number;
    };
