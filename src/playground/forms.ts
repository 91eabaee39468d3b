import { invalid } from './errors.ts';
import type { Component } from './shapes.ts';

/** A labelled field of a form as a client sends it back. */
export interface GivenField {
  component?: { custom_id?: string; value?: string };
}

/**
 * Checks the values picked in a menu: how many they are, that none is there twice, and for a menu of strings (3) that
 * each is one of its options.
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
 * Checks a submitted form against the one that was shown.
 * @returns the components of the interaction: every field of the form, in its order
 */
export function checkForm(modal: Component[], given: GivenField[]): object[] {
  const sent = given.flatMap(({ component }) => component ?? []);
  const fields = modal.flatMap(({ component }) => component ?? []);
  const strange = sent.find((one) => !fields.some(({ custom_id }) => custom_id === one.custom_id));
  if (strange)
    throw invalid(
      'data.components',
      'COMPONENT_CUSTOM_ID_UNKNOWN',
      `No field ${strange.custom_id} in this modal`,
    );
  return modal.map(({ type, id, component: field }) => {
    const custom_id = field?.custom_id ?? '';
    const value = sent.find((one) => one.custom_id === custom_id)?.value ?? '';
    const checked = checkText(`data.components.${custom_id}`, field as Component, value);
    return { type, id, component: { type: field?.type, id: field?.id, custom_id, value: checked } };
  });
}
