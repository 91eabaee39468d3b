import { Locale } from 'discord-api-types/v10';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar } from './avatar.tsx';
import { Menu } from './menu.tsx';
import { type Person, setLocale } from './rest.ts';

const called = (person: Person): string => person.global_name ?? person.username;

const addressOf = (person: Person): string => {
  const url = new URL(location.href);
  url.searchParams.set('as', person.username);
  return url.href;
};

/** What Discord can be set to. */
const LOCALES = Object.values(Locale);
const names = new Intl.DisplayNames(['en'], { type: 'language' });

interface SwitchProps {
  readonly people: readonly Person[];
  readonly person: Person;
  readonly become: (person: Person) => void;
}

/** The menu of people: whom this window speaks for. */
export function PersonSwitch({ people, person, become }: SwitchProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="self">
      <Avatar user={person} size="small" />
      <div class="self-switch" data-testid="person">
        <span aria-hidden="true">I am</span>
        <Menu
          key={person.id}
          label="I am"
          placeholder="Somebody"
          choices={people.map((each) => ({ value: each.username, label: called(each) }))}
          initial={[person.username]}
          min={1}
          max={1}
          pick={([name]) => {
            const next = people.find((each) => each.username === name);
            if (next !== undefined) become(next);
          }}
        />
      </div>
      <button type="button" class="as-link" onClick={() => setOpen(true)}>
        People &amp; tokens
      </button>
      {open && <PeopleDialog people={people} close={() => setOpen(false)} />}
    </div>
  );
}

function PeopleDialog({ people, close }: { people: readonly Person[]; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal people"
      aria-labelledby="people-title"
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="people-title">People &amp; tokens</h2>
      <p>
        Each window can be another person. Scripts speak for a person with the token in the header{' '}
        <code>Authorization</code>; the same list is at <a href="/people">/people</a>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Id</th>
            <th scope="col">Token</th>
            <th scope="col">Language</th>
            <th scope="col">Window</th>
          </tr>
        </thead>
        <tbody>
          {people.map((each) => (
            <tr key={each.id}>
              <th scope="row">{called(each)}</th>
              <td>
                <code>{each.id}</code>
              </td>
              <td>
                <code>{each.token}</code>
              </td>
              <td>
                <select
                  aria-label={`Language of ${called(each)}`}
                  value={each.locale}
                  onChange={async (event) => {
                    await setLocale(each, event.currentTarget.value);
                    // Every window asks for its person's language when it opens.
                    location.reload();
                  }}
                >
                  {LOCALES.map((locale) => (
                    <option key={locale} value={locale}>
                      {names.of(locale)}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <a href={addressOf(each)} target="_blank" rel="noopener">
                  Open as {called(each)}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="modal-foot">
        <button type="button" class="button secondary" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}
