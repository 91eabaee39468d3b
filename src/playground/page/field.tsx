import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Entries, fixedChoices, half, isSuggested, type Leaf } from './commands.ts';
import { membersOf } from './components.tsx';
import { useHere } from './context.ts';
import { nameOf } from './world.ts';

/** The bot is asked for suggestions when nothing was typed for so many ms. */
const pause = 250;

interface FieldProps {
  readonly leaf: Leaf;
  readonly option: APIApplicationCommandBasicOption;
  readonly entries: Entries;
  readonly wrong: boolean;
  readonly change: (value: string) => void;
  readonly remove: (() => void) | null;
  readonly focus: boolean;
}

interface Offer {
  readonly name: string;
  readonly value: string;
}

/** The field of one option of a command, with the choices or suggestions for it. */
export function Field({ leaf, option, entries, wrong, change, remove, focus }: FieldProps) {
  const id = useId();
  const { client, world, place } = useHere();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const entry = entries[option.name] ?? '';
  const suggested = isSuggested(option);

  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);

  useEffect(() => {
    if (!open || !suggested || client === null || place === null) return;
    const timer = setTimeout(
      () => setAsked(client.suggest(place, leaf.command, half(leaf, entries, option.name))),
      entry === '' ? 0 : pause,
    );
    return () => clearTimeout(timer);
  }, [open, entry]);

  const all: readonly Offer[] = suggested
    ? world.suggestions !== null && world.suggestions.nonce === asked
      ? world.suggestions.choices.map((each) => ({ name: each.name, value: String(each.value) }))
      : []
    : option.type === 6
      ? membersOf(world, place).map((user) => ({ name: nameOf(user), value: user.id }))
      : fixedChoices(option);
  const known = all.find((each) => each.value === entry);
  const text = shown ?? known?.name ?? entry;
  const offers =
    suggested || known !== undefined
      ? all
      : all.filter((each) => each.name.toLowerCase().includes(text.replace(/^@/, '').toLowerCase()));

  const take = (offer: Offer) => {
    setShown(offer.name);
    change(offer.value);
    setOpen(false);
  };

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && remove !== null) {
      event.preventDefault();
      remove();
      return;
    }
    if (offers.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else setActive((active + (event.key === 'ArrowDown' ? 1 : offers.length - 1)) % offers.length);
      return;
    }
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
    } else if (
      (event.key === 'Enter' || event.key === 'Tab') &&
      text !== '' &&
      offers[active] !== undefined
    ) {
      if (known !== undefined) {
        setOpen(false);
        return;
      }
      if (event.key === 'Enter') event.preventDefault();
      take(offers[active]);
    } else if (event.key === 'Enter' && active > 0 && offers[active] !== undefined) {
      event.preventDefault();
      take(offers[active]);
    }
  };

  const type = (value: string) => {
    setShown(value);
    setActive(0);
    setOpen(true);
    const exact = suggested
      ? undefined
      : all.find((each) => each.name.toLowerCase() === value.trim().toLowerCase());
    change(exact?.value ?? value);
  };

  const listed = all.length > 0 || suggested;
  const box = {
    role: 'combobox' as const,
    'aria-expanded': open && offers.length > 0,
    'aria-controls': open && offers.length > 0 ? `${id}-list` : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': open && offers.length > 0 ? `${id}-${active}` : undefined,
  };
  return (
    <div class={`field${wrong ? ' wrong' : ''}`} data-option={option.name}>
      <label for={`${id}-input`}>{option.name}</label>
      <input
        ref={input}
        id={`${id}-input`}
        value={text}
        autocomplete="off"
        placeholder={option.required ? '' : 'optional'}
        inputMode={option.type === 4 ? 'numeric' : 'text'}
        {...(listed ? box : {})}
        aria-invalid={wrong}
        aria-required={option.required === true}
        aria-description={option.description}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={() => {
          setActive(0);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      {open && (
        <div class="offers">
          <p class="offers-about">
            <strong>{option.name}</strong> {option.description}
          </p>
          {offers.length > 0 && (
            <div role="listbox" id={`${id}-list`} aria-label={`Choices for ${option.name}`}>
              {offers.slice(0, 25).map((offer, index) => (
                // The field keeps the focus and handles the keys, as ARIA's pattern for comboboxes asks.
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={offer.value}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  class={index === active ? 'active' : ''}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    take(offer);
                  }}
                >
                  {offer.name}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
