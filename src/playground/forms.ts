import { invalid } from './errors.ts';
import { type Resolved, resolveValues } from './options.ts';
import type { Channel, Component } from './shapes.ts';
import type { World } from './world.ts';

/** A field of a form as a client sends it back. */
export interface GivenField {
  type: number;
  id?: number;
  custom_id?: string;
  value?: string;
  values?: string[];
  component?: GivenField;
  components?: GivenField[];
}

/** All components of a message or modal, nested ones too, in reading order. */
export function every(components: Component[]): Component[] {
  return components.flatMap((c) => [
    c,
    ...every(c.components ?? []),
    ...(c.component ? every([c.component]) : []),
    ...(c.accessory ? every([c.accessory]) : []),
  ]);
}

/**
 * Holds the values chosen in a menu against it: their number, and for a string select (3) that each is one of
 * its options, once.
 */
export function checkValues(path: string, menu: Component, values: string[] | undefined): string[] {
  const chosen = values ?? [];
  const least = menu.min_values ?? 1;
  const most = menu.max_values ?? 1;
  const optional = menu.required === false && chosen.length === 0;
  if (!optional && (chosen.length < least || chosen.length > most))
    throw invalid(
      `${path}.values`,
      'BASE_TYPE_BAD_LENGTH',
      `Must be between ${least} and ${most} in length.`,
    );
  const strange = menu.type === 3 ? chosen.find((v) => !menu.options?.some((o) => o.value === v)) : undefined;
  if (strange !== undefined)
    throw invalid(`${path}.values`, 'COMPONENT_VALUE_UNKNOWN', `${strange} is none of the menu's options`);
  if (new Set(chosen).size !== chosen.length)
    throw invalid(`${path}.values`, 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'A value was chosen twice');
  return chosen;
}

function checkText(path: string, input: Component, value: string): string {
  if (value === '' && input.required !== false)
    throw invalid(`${path}.value`, 'BASE_TYPE_REQUIRED', 'This field is required');
  const least = input.min_length ?? 0;
  const most = input.max_length ?? 4000;
  if (value !== '' && (value.length < least || value.length > most))
    throw invalid(`${path}.value`, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);
  return value;
}

/**
 * Holds a submitted form against the modal that was shown and answers the components of the interaction:
 * every field of the modal, in its order.
 */
export function checkForm(
  world: World,
  channel: Channel,
  modal: Component[],
  given: GivenField[],
  into: Resolved,
): GivenField[] {
  const flat = (fields: GivenField[]): GivenField[] =>
    fields.flatMap((f) => [f, ...flat(f.components ?? []), ...(f.component ? flat([f.component]) : [])]);
  const sent = flat(given);
  const answer = (c: Component): GivenField => {
    const base = { type: c.type, ...(c.id ? { id: c.id } : {}) };
    if (c.component) return { ...base, component: answer(c.component) };
    if (c.components) return { ...base, components: c.components.map(answer) };
    if (!c.custom_id) return base;
    const field = sent.find((f) => f.custom_id === c.custom_id);
    const path = `data.components.${c.custom_id}`;
    if (c.type === 4)
      return { ...base, custom_id: c.custom_id, value: checkText(path, c, field?.value ?? '') };
    const values = checkValues(path, c, field?.values);
    resolveValues(world, channel, c.type, values, into);
    return { ...base, custom_id: c.custom_id, values };
  };
  const strange = sent.find((f) => f.custom_id && !every(modal).some((c) => c.custom_id === f.custom_id));
  if (strange)
    throw invalid(
      'data.components',
      'COMPONENT_CUSTOM_ID_UNKNOWN',
      `No field ${strange.custom_id} in this modal`,
    );
  return modal.map(answer);
}
