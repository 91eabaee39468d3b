import { type Component, duplicates, every, isMenu, menu } from './components.ts';
import { badLength, type Fault, fault, type Path, required } from './faults.ts';

const ROW = 1;
const TEXT_INPUT = 4;
const LABEL = 18;
const CHOICES = [21, 22];
const COMPONENTS = 5;

function textInput(component: Component, path: Path, inLabel: boolean): Fault[] {
  const faults: Fault[] = [];
  if ((component.min_length ?? 0) > (component.max_length ?? 4000))
    faults.push(
      fault(
        [...path, 'min_length'],
        'TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX_LENGTH',
        'min_length must be less than or equal to max_length',
      ),
    );
  if (!inLabel && !component.label?.trim()) faults.push(required([...path, 'label']));
  if (inLabel && component.label)
    faults.push(
      fault(
        [...path, 'label'],
        'TEXT_INPUT_COMPONENT_LABEL_IN_LABEL',
        'A text input in a label component takes no label of its own',
      ),
    );
  return faults;
}

function field(component: Component, path: Path, inLabel: boolean): Fault[] {
  if (component.type === TEXT_INPUT) return textInput(component, path, inLabel);
  const faults = isMenu(component) || CHOICES.includes(component.type) ? menu(asMenu(component), path) : [];
  if (component.disabled)
    faults.push(
      fault(
        [...path, 'disabled'],
        'COMPONENT_DISABLED_IN_MODAL',
        'A component of a modal cannot be disabled',
      ),
    );
  return faults;
}

/** A group of boxes takes any number of its options unless it says otherwise. */
function asMenu(component: Component): Component {
  return component.type === 22
    ? {
        ...component,
        min_values: component.min_values ?? 0,
        max_values: component.max_values ?? component.options?.length,
      }
    : component;
}

/**
 * What the published schema misses in a modal: one to five components, one input a row, ids used once.
 * @param value the data of an answer of type 9 that the schema has passed
 */
export function modalFaults(value: unknown, path: Path): Fault[] {
  const { components } = value as { components: Component[] };
  const at = [...path, 'components'];
  const faults: Fault[] = [];
  if (components.length > COMPONENTS) faults.push(badLength(at, 1, COMPONENTS));
  components.forEach((component, index) => {
    const here = [...at, index];
    if (component.type === LABEL && component.component)
      faults.push(...field(component.component, [...here, 'component'], true));
    if (component.type !== ROW) return;
    component.components?.forEach((input, place) => {
      const there = [...here, 'components', place];
      faults.push(...field(input, there, false));
      if (place > 0)
        faults.push(
          fault(
            there,
            'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
            'The specified component exceeds the maximum width',
          ),
        );
    });
  });
  return [...faults, ...duplicates(every(components, at))];
}
