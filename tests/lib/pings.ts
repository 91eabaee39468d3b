interface Body {
  readonly content?: string | null;
  readonly allowed_mentions?: { readonly users?: readonly string[] };
}

/**
 * What is wrong with how the body of a message pings: people are pinged only where its words mention them, and a phone's
 * notification shows only how those begin.
 */
export function pingFaults({ content, allowed_mentions: mentions }: Body): string[] {
  const pinged = mentions?.users ?? [];
  const words = content ?? '';
  return [
    ...(pinged.length > 0 && !/^<@\d+>/.test(words)
      ? [`pings, and begins with "${words.slice(0, 40)}"`]
      : []),
    ...pinged.flatMap((id) => (words.includes(`<@${id}>`) ? [] : [`pings ${id} without a word of them`])),
  ];
}
