/** What a stranger could act with, wherever it stands in a text: in the address of an error, in its stack, in its cause. */

const HIDDEN = '[hidden]';

/** Shorter ones are nobody's real token, and may be part of any word. */
const SHORTEST = 8;

/** Each with what is kept in front of the secret. \x22 and \x27 are quotation marks. */
const SHAPES: readonly RegExp[] = [
  // The tokens of interactions and webhooks, as part of an address.
  /(\/(?:interactions|webhooks)\/\d+\/)[^/?\s\x22\x27\\<>]+/g,
  // The same anywhere: "interaction:" is what Discord's begin with.
  /()aW50ZXJhY3Rpb246[\w+/=-]*/g,
  // A bot's token: its id, a moment and a signature.
  /()\b[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /(\b(?:Bot|Bearer) )[\w.-]{20,}/g,
  /(authorization\\*[\x22\x27]?\s*[:=]\s*\\*[\x22\x27]?(?:Bot |Bearer )?)[^\s\x22\x27\\,}]+/gi,
  /(token\\*[\x22\x27]?\s*[:=]\s*\\*[\x22\x27])[^\x22\x27\\]+/gi,
  /(token=)[^&\s\x22\x27\\]+/gi,
  // The password in the address of a database.
  /(\bpostgres(?:ql)?:\/\/[^:@/?#\s]*:)[^@\s]+(?=@)/gi,
];

let own: string | undefined;

/** Names the bot's own token, which is hidden from then on whatever it looks like. */
export function keepSecret(token: string): void {
  own = token.length >= SHORTEST ? token : undefined;
}

/** A text, such as a line of the log, without tokens. */
export function hideSecrets(text: string): string {
  const rest = own === undefined ? text : text.replaceAll(own, HIDDEN);
  return SHAPES.reduce((line, shape) => line.replace(shape, `$1${HIDDEN}`), rest);
}
