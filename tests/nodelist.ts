/** The Nodes on which the bot is supported and tested: the first of each line, the recommended one, and the newest. */
export const NODES = ['20.19.0', '22.12.0', '24', 'latest'] as const;
