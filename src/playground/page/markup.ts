/**
 * The syntax tree of a message's text. Its texts are drawn as characters, so a name full of brackets or angle signs can
 * do no harm on the page.
 */

/** A node within a line. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler';
      readonly children: readonly Inline[];
    }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly type: 'everyone'; readonly name: 'everyone' | 'here' }
  /** `at` in Unix seconds. */
  | { readonly type: 'time'; readonly at: number; readonly style: TimeStyle }
  | { readonly type: 'emoji'; readonly id: string; readonly name: string; readonly animated: boolean }
  | { readonly type: 'command'; readonly name: string; readonly id: string }
  | { readonly type: 'break' };

/** A node that takes whole lines. */
export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'small'; readonly children: readonly Inline[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'fence'; readonly language: string; readonly text: string };

/** The styles of a time, `<t:…:x>`; the default is `f`. */
export const timeStyles = ['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'] as const;
export type TimeStyle = (typeof timeStyles)[number];
