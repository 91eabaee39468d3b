import { type Deal, DealError, type Option } from './game.ts';

/** What every game asks of the rules and the options of a deal. */

export interface Terms {
  readonly title: string;
  /** The newest number of the rules. */
  readonly rules: number;
  readonly options: readonly Option[];
}

/** Throws a `DealError` for rules or options that the game does not have, or not for so many seats. */
export function checkTerms(terms: Terms, deal: Pick<Deal<unknown>, 'rules' | 'options' | 'seats'>): void {
  const { title, rules: newest, options } = terms;
  if (!Number.isInteger(deal.rules) || deal.rules < 1 || deal.rules > newest)
    throw new DealError(`There are no rules ${deal.rules} of ${title}; the newest are ${newest}.`);
  for (const [id, value] of Object.entries(deal.options)) {
    const option = options.find((one) => one.id === id);
    if (!option)
      throw new DealError(
        `${title} has no option "${id}"; it has ${options.map((one) => one.id).join(', ')}.`,
      );
    if (!option.values.includes(value))
      throw new DealError(
        `The option "${id}" is ${option.values.join(' or ')}, not ${JSON.stringify(value)}.`,
      );
    const [from, to] = option.seats ?? [deal.seats, deal.seats];
    if ((deal.seats < from || deal.seats > to) && value !== option.default)
      throw new DealError(`The option "${id}" is for ${from === to ? from : `${from} to ${to}`} players.`);
  }
}
