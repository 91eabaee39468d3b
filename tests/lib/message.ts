/** Reading messages: what stands in them, however they came here. */

/** Of a component what tests look at. */
export interface Component {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly content?: string;
  readonly disabled?: boolean;
  readonly url?: string;
  readonly style?: number;
  readonly placeholder?: string;
  readonly description?: string;
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
  readonly items?: readonly { readonly media: { readonly url: string }; readonly description?: string }[];
  readonly components?: readonly Component[];
  readonly file?: { readonly url: string };
}

/** What has components and, perhaps, words of its own. */
export interface Holder {
  readonly content?: string | null;
  readonly components?: readonly Component[] | null;
}

/** All components, nested ones too, each before those in it. */
export const parts = ({ components }: Holder): Component[] =>
  (components ?? []).flatMap((part) => [part, ...parts(part)]);

/** All words, line by line; those of buttons and menus left aside. */
export const words = (message: Holder): string =>
  [message.content, ...parts(message).map((part) => part.content)].filter(Boolean).join('\n');

/** The labels of buttons. */
export const labels = (message: Holder): string[] =>
  parts(message).flatMap((part) => (part.type === 2 && part.label ? [part.label] : []));

/** Custom ids of what can be pressed. */
export const pressable = (message: Holder): string[] =>
  parts(message).flatMap((part) => (part.custom_id && !part.disabled ? [part.custom_id] : []));
