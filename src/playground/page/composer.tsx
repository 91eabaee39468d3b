import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { type Entries, entriesOf, filled, type Leaf, leaves, matching } from './commands.ts';
import { membersOf } from './components.tsx';
import { useHere } from './context.ts';
import { Field } from './field.tsx';
import { withMentions } from './names.ts';
import { isDirect, isForum, nameOf, type Place, titleOf } from './world.ts';

/** The box below the messages. It takes a text or, after a slash, a command and its options. */
export function Composer({ place }: { place: Place }) {
  const [chosen, setChosen] = useState<{ leaf: Leaf; entries: Entries } | null>(null);
  const [returned, setReturned] = useState(false);
  useEffect(() => setChosen(null), [place.id]);
  if (place.locked)
    return (
      <p class="composer locked">
        This thread is locked. Only moderators can write here or press its buttons.
      </p>
    );
  if (isForum(place))
    return (
      <p class="composer locked">A forum has posts, in the list of channels, and no messages of its own.</p>
    );
  const back = () => {
    setChosen(null);
    setReturned(true);
  };
  return chosen === null ? (
    <TextBox
      key={place.id}
      place={place}
      focus={returned}
      choose={(leaf, entries) => setChosen({ leaf, entries })}
    />
  ) : (
    <CommandForm
      key={chosen.leaf.name}
      place={place}
      leaf={chosen.leaf}
      initial={chosen.entries}
      back={back}
    />
  );
}

interface TextBoxProps {
  readonly place: Place;
  readonly focus: boolean;
  readonly choose: (leaf: Leaf, entries: Entries) => void;
}

function TextBox({ place, focus, choose }: TextBoxProps) {
  const id = useId();
  const { client, world } = useHere();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const [problem, setProblem] = useState('');
  const commands = world.commands[place.guild ?? place.id];
  const locale = world.me?.locale ?? 'en-US';
  const all = useMemo(() => leaves(commands ?? [], locale), [commands, locale]);
  const slash = text.startsWith('/') && !text.includes('\n');
  const found = slash && !closed ? matching(all, text.slice(1)) : [];
  const name = `${place.type === 1 ? '@' : isDirect(place) ? '' : '#'}${titleOf(place)}`;

  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  useEffect(() => {
    const element = box.current!;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text]);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const take = (leaf: Leaf) => choose(leaf, entriesOf(leaf, text.slice(1)));

  const send = async () => {
    const content = text.trim();
    if (content === '' || client === null) return;
    setText('');
    const named = membersOf(world, place).flatMap((user) => [
      { id: user.id, name: user.username },
      { id: user.id, name: nameOf(user) },
    ]);
    const refusal = await client.say(place, withMentions(content, named));
    if (refusal !== null) {
      setText(content);
      setProblem(refusal.message);
    }
  };

  const keys = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (found.length > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setActive((active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
        return;
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        take(found[Math.min(active, found.length - 1)]!);
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        setClosed(true);
        return;
      }
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    }
  };

  return (
    <div class="composer">
      {found.length > 0 && (
        <div class="command-list" role="listbox" id={`${id}-list`} aria-label="Commands">
          {found.map((leaf, index) => (
            // The text box keeps the focus and handles the keys, as ARIA's pattern for comboboxes asks.
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={leaf.name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              class={index === active ? 'active' : ''}
              onPointerMove={() => index !== active && setActive(index)}
              onPointerDown={(event) => {
                event.preventDefault();
                take(leaf);
              }}
            >
              <span class="command-name">
                /{leaf.name}
                {leaf.options.map((option) => (
                  <span class="command-option" key={option.name}>
                    {option.name}
                  </span>
                ))}
              </span>
              <span class="command-about">{leaf.description}</span>
            </div>
          ))}
        </div>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <textarea
        ref={box}
        rows={1}
        data-testid="command-box"
        placeholder={`Message ${name}`}
        aria-label={`Message ${name}. Type / for commands.`}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        maxLength={2000}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setClosed(false);
          setProblem('');
        }}
        onKeyDown={keys}
      />
    </div>
  );
}

interface FormProps {
  readonly place: Place;
  readonly leaf: Leaf;
  readonly initial: Entries;
  readonly back: () => void;
}

function CommandForm({ place, leaf, initial, back }: FormProps) {
  const { client } = useHere();
  const form = useRef<HTMLFormElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  const [entries, setEntries] = useState(initial);
  const [shown, setShown] = useState<readonly string[]>(() =>
    leaf.options.filter((each) => each.required || each.name in initial).map((each) => each.name),
  );
  const [focus, setFocus] = useState<string | null>(
    () => leaf.options.find((each) => each.required && !(each.name in initial))?.name ?? null,
  );
  const [wrong, setWrong] = useState<{ problem: string; option: string } | null>(null);
  const rest = leaf.options.filter((each) => !shown.includes(each.name));

  useEffect(() => {
    if (focus === null) send.current?.focus();
  }, [focus]);

  const submit = () => {
    const result = filled(leaf, entries);
    if ('problem' in result) {
      setWrong(result);
      setFocus(null);
      setTimeout(() => setFocus(result.option));
      return;
    }
    client?.run(place, leaf.command, leaf.name, result.options);
    back();
  };

  return (
    <form
      ref={form}
      class="composer command-form"
      data-testid="command-form"
      aria-label={`Command /${leaf.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => event.key === 'Escape' && back()}
    >
      {wrong !== null && (
        <p class="problem" role="alert">
          {wrong.problem}
        </p>
      )}
      <div class="command-line">
        <span class="command-pill">/{leaf.name}</span>
        {leaf.options
          .filter((option) => shown.includes(option.name))
          .map((option) => (
            <Field
              key={option.name}
              leaf={leaf}
              option={option}
              entries={entries}
              wrong={wrong?.option === option.name}
              focus={focus === option.name}
              change={(value) => {
                setEntries({ ...entries, [option.name]: value });
                setWrong(null);
              }}
              remove={
                option.required
                  ? null
                  : () => {
                      setShown(shown.filter((each) => each !== option.name));
                      setEntries({ ...entries, [option.name]: '' });
                      setFocus(null);
                      send.current?.focus();
                    }
              }
            />
          ))}
        {rest.map((option) => (
          <button
            key={option.name}
            type="button"
            class="add-option"
            title={option.description}
            aria-label={`Add option ${option.name}`}
            onClick={() => {
              setShown([...shown, option.name]);
              setFocus(option.name);
            }}
          >
            + {option.name}
          </button>
        ))}
        <span class="command-end">
          <button type="button" class="add-option" aria-label="Leave the command" onClick={back}>
            ✕
          </button>
          <button ref={send} type="submit" class="button primary send">
            Send
          </button>
        </span>
      </div>
    </form>
  );
}
