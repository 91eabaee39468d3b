import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';

/** One choice of a menu. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
}

interface MenuProps {
  readonly choices: readonly Choice[];
  readonly initial: readonly string[];
  readonly placeholder: string;
  readonly min: number;
  readonly max: number;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly label?: string | undefined;
  /** Called with the values: at once where one is picked, else when the menu closes. */
  readonly pick: (values: readonly string[]) => void;
}

/** A menu whose choices have a label and a description: a button with a listbox, for keys, touch and mouse. */
export function Menu(props: MenuProps) {
  const { choices, placeholder, min, max, disabled, busy, pick } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [upward, setUpward] = useState(false);
  const [active, setActive] = useState(0);
  const [values, setValues] = useState<readonly string[]>(props.initial);
  const typed = useRef({ text: '', at: 0 });
  const many = max > 1;
  const picked = useMemo(() => choices.filter((each) => values.includes(each.value)), [choices, values]);

  const close = (send: boolean) => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
    if (send && many && values.length >= min) pick(values);
  };

  const show = () => {
    if (disabled || busy) return;
    const place = button.current!.getBoundingClientRect();
    setUpward(place.bottom + 320 > innerHeight && place.top > innerHeight / 2);
    setActive(
      Math.max(
        0,
        choices.findIndex((each) => values.includes(each.value)),
      ),
    );
    setOpen(true);
  };

  const take = (choice: Choice) => {
    if (!many) {
      setValues([choice.value]);
      setOpen(false);
      button.current?.focus({ preventScroll: true });
      pick([choice.value]);
      return;
    }
    if (values.includes(choice.value)) setValues(values.filter((each) => each !== choice.value));
    else if (values.length < max) setValues([...values, choice.value]);
  };

  useEffect(() => {
    if (!open) return;
    box.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close(true);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  });

  const keys = (event: KeyboardEvent) => {
    if (!open) {
      if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) {
        event.preventDefault();
        show();
      }
      return;
    }
    const move: Record<string, number> = {
      ArrowDown: Math.min(active + 1, choices.length - 1),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: choices.length - 1,
    };
    if (event.key in move) setActive(move[event.key]!);
    else if (event.key === 'Escape') close(false);
    else if (event.key === 'Tab') return close(true);
    else if (event.key === 'Enter' || event.key === ' ') {
      const choice = choices[active];
      if (choice !== undefined) take(choice);
    } else if (event.key.length === 1) {
      const now = Date.now();
      const text = (now - typed.current.at < 700 ? typed.current.text : '') + event.key.toLowerCase();
      typed.current = { text, at: now };
      const found = choices.findIndex((each) => each.label.toLowerCase().startsWith(text));
      if (found >= 0) setActive(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const shown = picked.length === 0 ? placeholder : picked.map((each) => each.label).join(', ');
  return (
    <div class={`menu${open ? ' open' : ''}${upward ? ' upward' : ''}`} ref={box}>
      <button
        ref={button}
        type="button"
        role="combobox"
        class={picked.length === 0 ? 'menu-button empty' : 'menu-button'}
        aria-label={props.label ?? placeholder}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        aria-busy={busy}
        disabled={disabled}
        onClick={() => (open ? close(true) : show())}
        onKeyDown={keys}
      >
        <span class="menu-shown">{shown}</span>
        {busy ? <span class="dots" aria-hidden="true" /> : <span class="chevron" aria-hidden="true" />}
      </button>
      {open && (
        <div
          class="menu-list"
          role="listbox"
          id={`${id}-list`}
          aria-multiselectable={many}
          aria-label="Choices"
        >
          {choices.map((choice, index) => {
            const on = values.includes(choice.value);
            return (
              // The button keeps the focus and handles the keys, as ARIA's pattern for comboboxes asks.
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={choice.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={on}
                class={`${index === active ? 'active' : ''}${on ? ' on' : ''}`}
                data-value={choice.value}
                onPointerMove={() => index !== active && setActive(index)}
                onClick={() => take(choice)}
              >
                <span class="menu-text">
                  <span class="menu-label">{choice.label}</span>
                  {choice.description !== undefined && <span class="menu-about">{choice.description}</span>}
                </span>
                {many && <span class="tick" aria-hidden="true" />}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
