import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useHere } from './context.ts';
import type { Field, Modal } from './world.ts';

type Values = Readonly<Record<string, string>>;

/** What is wrong with an entry, or null. As Discord's client, the page sends no form that has problems. */
function problemOf({ required, min_length = 0 }: Field['component'], text: string): string | null {
  if (text === '') return required === false ? null : 'This is required.';
  return text.length < min_length ? `At least ${min_length} characters.` : null;
}

/** A form that the bot has opened. */
export function ModalView({ modal }: { modal: Modal }) {
  const { client } = useHere();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(modal.components.map(({ component }) => [component.custom_id, component.value ?? ''])),
  );
  const [problems, setProblems] = useState<Values>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);

  const submit = async () => {
    const found = modal.components.flatMap(({ component }) => {
      const problem = problemOf(component, values[component.custom_id] ?? '');
      return problem === null ? [] : [[component.custom_id, problem] as const];
    });
    setProblems(Object.fromEntries(found));
    if (found.length > 0 || client === null) return;
    setBusy(true);
    const answers = modal.components.map(({ component: { custom_id } }) => ({
      type: 18,
      component: { type: 4, custom_id, value: values[custom_id] ?? '' },
    }));
    const refusal = await client.submit(modal, answers);
    setBusy(false);
    if (refusal !== null) setFailure(refusal.message);
  };

  return (
    <dialog ref={dialog} class="modal" aria-labelledby={`${id}-title`} onClose={() => client?.closeModal()}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={`${id}-title`}>{modal.title}</h2>
        {modal.components.map(({ label, component: field }) => {
          const { custom_id } = field;
          const key = `${id}-${custom_id}`;
          const problem = problems[custom_id];
          return (
            <div class="modal-part" key={key}>
              <label for={key} class={field.required === false ? undefined : 'required'}>
                {label}
              </label>
              <TextInput
                id={key}
                field={field}
                value={values[custom_id] ?? ''}
                set={(value) => setValues({ ...values, [custom_id]: value })}
              />
              {problem !== undefined && (
                <p class="problem" role="alert">
                  {problem}
                </p>
              )}
            </div>
          );
        })}
        {failure !== '' && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
        <div class="modal-foot">
          <button type="button" class="button secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class={`button primary${busy ? ' busy' : ''}`} aria-busy={busy}>
            <span>Submit</span>
            {busy && <span class="dots" aria-hidden="true" />}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface TextInputProps {
  readonly id: string;
  readonly field: Field['component'];
  readonly value: string;
  readonly set: (value: string) => void;
}

function TextInput({ id, field, value, set }: TextInputProps) {
  const common = {
    id,
    value,
    placeholder: field.placeholder ?? '',
    maxLength: field.max_length ?? 4000,
    required: field.required !== false,
  };
  return field.style === 2 ? (
    <textarea {...common} rows={4} onInput={(event) => set(event.currentTarget.value)} />
  ) : (
    <input {...common} autocomplete="off" onInput={(event) => set(event.currentTarget.value)} />
  );
}
