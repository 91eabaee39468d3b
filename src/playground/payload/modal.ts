import type { Component } from '../shapes.ts';
import { duplicates, every } from './components.ts';
import { badLength, type Fault, fault, type Path } from './faults.ts';

const COMPONENTS = 5;

/**
 * What the published schema misses in a form: one to five components, a least length below the most, ids used once.
 * @param value the data of an answer of type 9 that the schema has passed
 */
export function modalFaults(value: unknown, path: Path): Fault[] {
  const { components } = value as { components: Component[] };
  const at = [...path, 'components'];
  const placed = every(components, at);
  return [
    ...(components.length > COMPONENTS ? [badLength(at, 1, COMPONENTS)] : []),
    ...placed.flatMap(({ component, path }) =>
      (component.min_length ?? 0) > (component.max_length ?? 4000)
        ? [
            fault(
              [...path, 'min_length'],
              'TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX_LENGTH',
              'min_length must be less than or equal to max_length',
            ),
          ]
        : [],
    ),
    ...duplicates(placed),
  ];
}
