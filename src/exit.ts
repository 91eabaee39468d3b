/** Exit codes that whatever starts the bot may go by. */

/** Somebody has to change something first, so starting again is of no use: EX_CONFIG of sysexits.h. */
export const CONFIG = 78;
