import {
  type APIApplicationCommandStringOption,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import type { CommandRequest } from '../src/app/request.ts';
import type { Options } from '../src/games/game.ts';
import { keyOf, type Translate } from '../src/locales.ts';
import { moduleOf } from '../src/modules.ts';

/** The options of a game as those of a command. */

/** Discord takes no capital letters: `lastTurn` is asked for as `last-turn`. */
const nameOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A field for each option of a game. */
export const optionFields = (game: string, t: Translate): APIApplicationCommandStringOption[] =>
  moduleOf(game).rules.options.map((option) => ({
    type: Type.String,
    name: nameOf(option.id),
    description: t(keyOf(`command.option.${option.id}`)),
    choices: option.values.map((value) => ({
      name: t(keyOf(`option.${game}.${option.id}.${value}.label`)),
      value,
    })),
  }));

/** What was chosen in those fields; what the game does not know is as if it had not been. */
export const optionsIn = (game: string, { options }: Pick<CommandRequest, 'options'>): Options =>
  Object.fromEntries(
    moduleOf(game).rules.options.flatMap(({ id, values }) => {
      const value = values.find((one) => one === options[nameOf(id)]);
      return value === undefined ? [] : [[id, value]];
    }),
  );
