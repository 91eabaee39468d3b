import type { APISelectMenuComponent, APITextInputComponent } from 'discord-api-types/v10';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { presetOf, SelectMenu } from './components.tsx';
import { useHere } from './context.ts';
import { Text } from './text.tsx';
import type { Modal } from './world.ts';

type Control = APITextInputComponent | APISelectMenuComponent;

interface Part {
  readonly type: number;
  readonly id?: number;
  readonly label?: string;
  readonly description?: string;
  readonly content?: string;
  readonly component?: Control;
  readonly components?: readonly Control[];
}

type Values = Readonly<Record<string, readonly string[]>>;

const controlOf = (part: Part): Control | undefined =>
  part.type === 18 ? part.component : part.components?.[0];

const isText = (control: Control): control is APITextInputComponent => control.type === 4;

const initialOf = (parts: readonly Part[]): Values =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const control = controlOf(part);
      if (control === undefined) return [];
      const value = isText(control) ? [control.value ?? ''] : presetOf(control);
      return [[control.custom_id, value]];
    }),
  );

/** What is wrong with what was entered, or null: Discord's client holds a form back until it fits. */
function problemOf(control: Control, value: readonly string[]): string | null {
  if (!isText(control)) {
    const least = control.min_values ?? (control.required === false ? 0 : 1);
    return value.length < least ? 'Pick something here.' : null;
  }
  const text = value[0] ?? '';
  if (text === '') return control.required === false ? null : 'This is required.';
  if (control.min_length !== undefined && text.length < control.min_length)
    return `At least ${control.min_length} characters.`;
  return null;
}

/** A form an app has opened. */
export function ModalView({ modal }: { modal: Modal }) {
  const { client } = useHere();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const parts = modal.components as readonly Part[];
  const [values, setValues] = useState<Values>(() => initialOf(parts));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus();
  }, []);

  const answerOf = (control: Control) =>
    isText(control)
      ? { type: 4, custom_id: control.custom_id, value: values[control.custom_id]?.[0] ?? '' }
      : { type: control.type, custom_id: control.custom_id, values: values[control.custom_id] ?? [] };

  const submit = async () => {
    const controls = parts.flatMap((part) => controlOf(part) ?? []);
    const found = controls.flatMap((control) => {
      const problem = problemOf(control, values[control.custom_id] ?? []);
      return problem === null ? [] : [[control.custom_id, problem] as const];
    });
    setProblems(Object.fromEntries(found));
    if (found.length > 0 || client === null) return;
    setBusy(true);
    const answers = parts.map((part) => {
      const control = controlOf(part);
      if (control === undefined) return { type: part.type, id: part.id };
      const answer = answerOf(control);
      return part.type === 18 ? { type: 18, component: answer } : { type: 1, components: [answer] };
    });
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
        {parts.map((part, index) => {
          const control = controlOf(part);
          const key = `${id}-${index}`;
          if (part.type === 10) return <Text key={key} text={part.content ?? ''} />;
          if (control === undefined) return <p key={key}>This client cannot show component {part.type}.</p>;
          const label = part.label ?? (isText(control) ? (control.label ?? '') : (control.placeholder ?? ''));
          const problem = problems[control.custom_id];
          const set = (value: readonly string[]) => setValues({ ...values, [control.custom_id]: value });
          return (
            <div class="modal-part" key={key}>
              <label for={key} class={control.required === false ? undefined : 'required'}>
                {label}
              </label>
              {part.description !== undefined && <p class="modal-about">{part.description}</p>}
              {isText(control) ? (
                <TextInput
                  id={key}
                  control={control}
                  value={values[control.custom_id]?.[0] ?? ''}
                  set={set}
                />
              ) : (
                <SelectMenu select={control} label={label} pick={set} />
              )}
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
  readonly control: APITextInputComponent;
  readonly value: string;
  readonly set: (value: readonly string[]) => void;
}

function TextInput({ id, control, value, set }: TextInputProps) {
  const common = {
    id,
    value,
    placeholder: control.placeholder ?? '',
    maxLength: control.max_length ?? 4000,
    required: control.required !== false,
  };
  return control.style === 2 ? (
    <textarea {...common} rows={4} onInput={(event) => set([event.currentTarget.value])} />
  ) : (
    <input {...common} autocomplete="off" onInput={(event) => set([event.currentTarget.value])} />
  );
}
