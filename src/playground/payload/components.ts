import type { Component } from '../shapes.ts';
import { badLength, type Fault, fault, type Path, repeated } from './faults.ts';

const ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
const TEXT = 10;
const SELECTS = [STRING_SELECT, 5, 6, 8];
const LINK = 5;

const ROWS = 5;
const COMPONENTS = 40;
const TEXT_LENGTH = 4000;
/** Five menus with this many options in all are refused, though each of them is within its 25. */
const OPTIONS_TOO_MANY = 120;

/** How a component names a file of its own message. */
export const OWN = 'attachment://';

/** A file's name as Discord keeps it: letters, digits, dot, dash and underscore. */
export function safeName(name: string): string {
  return name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '') || 'unknown';
}

/** A component with its place in the body. */
export type Placed = { component: Component; path: Path };

/** All components of a message or a form, nested ones included, in reading order. */
export function every(components: readonly Component[], path: Path): Placed[] {
  return components.flatMap((component, index) => {
    const at = [...path, index];
    const inner = component.component ? [{ component: component.component, path: [...at, 'component'] }] : [];
    return [{ component, path: at }, ...every(component.components ?? [], [...at, 'components']), ...inner];
  });
}

/** The same components without their places. */
export function partsOf(components: readonly Component[]): Component[] {
  return every(components, []).map(({ component }) => component);
}

/** Faults of custom ids and component ids that a message or a form has twice; disabled ones count. */
export function duplicates(placed: readonly Placed[]): Fault[] {
  return [
    ...repeated(
      placed,
      ({ component }) => component.custom_id,
      (index) =>
        fault(
          [...placed[index]!.path, 'custom_id'],
          'COMPONENT_CUSTOM_ID_DUPLICATED',
          'Component custom id cannot be duplicated',
        ),
    ),
    ...repeated(
      placed,
      ({ component }) => component.id || undefined,
      (index) =>
        fault([...placed[index]!.path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated'),
    ),
  ];
}

function scheme(url: string, allowed: readonly string[], path: Path): Fault[] {
  const name = url.slice(0, url.indexOf(':')).toLowerCase();
  if (allowed.includes(name)) return [];
  const list = allowed.map((one) => `'${one}'`).join(', ');
  return [
    fault(
      path,
      'URL_TYPE_INVALID_SCHEME',
      `Scheme "${name}" is not supported. Scheme must be one of (${list}).`,
    ),
  ];
}

function button({ style, custom_id, url, label }: Component, path: Path): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, code: string, message: string) =>
    faults.push(fault([...path, field], `BUTTON_COMPONENT_${code}`, message));
  if (custom_id && url)
    refuse('custom_id', 'CUSTOM_ID_AND_URL', 'A custom id and url cannot both be specified');
  else if (style === LINK && !url) refuse('url', 'URL_REQUIRED', 'A url is required');
  else if (style !== LINK && !custom_id) refuse('custom_id', 'CUSTOM_ID_REQUIRED', 'A custom id is required');
  if (url) faults.push(...scheme(url, ['http', 'https', 'discord'], [...path, 'url']));
  if (!label?.trim()) refuse('label', 'LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required');
  return faults;
}

/** Faults of any kind of menu: how many may be chosen, and for a menu of strings its options. */
function menu(component: Component, path: Path): Fault[] {
  const faults: Fault[] = [];
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  if (least > most)
    faults.push(
      fault(
        [...path, 'min_values'],
        'SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX_VALUES',
        'min_values must be less than or equal to max_values',
      ),
    );
  const preset = component.options
    ? component.options.filter((option) => option.default).length
    : (component.default_values?.length ?? 0);
  if (preset > most)
    faults.push(
      fault(path, 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', `At most ${most} values may be chosen beforehand`),
    );
  const { options } = component;
  if (!options) return faults;
  if (options.length < Math.max(most, least))
    faults.push(badLength([...path, 'options'], Math.max(most, least), 25));
  return [
    ...faults,
    ...repeated(
      options,
      (option) => option.value,
      (index) =>
        fault(
          [...path, 'options', index, 'value'],
          'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
          'The specified option value is already used',
        ),
    ),
  ];
}

function isMenu(component: Component): boolean {
  return SELECTS.includes(component.type);
}

/** A menu takes the whole width of its row. */
function row(component: Component, path: Path): Fault[] {
  const inside = component.components ?? [];
  if (inside.length < 2 || !inside.some(isMenu)) return [];
  return [
    fault(
      [...path, 'components', 1],
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width',
    ),
  ];
}

/** A picture or a file is one of the message's own: addresses elsewhere are not imitated. */
function media(url: string, path: Path, names: ReadonlySet<string>): Fault[] {
  const faults = scheme(url, ['attachment'], path);
  if (faults.length > 0) return faults;
  const name = safeName(url.slice(OWN.length));
  if ([...names].some((one) => safeName(one) === name)) return [];
  return [
    fault(
      path,
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      `The referenced attachment ("${url}") was not found`,
    ),
  ];
}

function one({ component, path }: Placed, names: ReadonlySet<string>): Fault[] {
  if (component.type === ROW) return row(component, path);
  if (component.type === BUTTON) return button(component, path);
  if (isMenu(component)) return menu(component, path);
  return [
    ...(component.items ?? []).flatMap((item, index) =>
      media(item.media.url, [...path, 'items', index, 'media', 'url'], names),
    ),
    ...(component.file ? media(component.file.url, [...path, 'file', 'url'], names) : []),
  ];
}

function amounts(
  components: readonly Component[],
  placed: readonly Placed[],
  v2: boolean,
  path: Path,
): Fault[] {
  const faults: Fault[] = [];
  if (!v2) {
    components.forEach(({ type }, index) => {
      if (type !== ROW)
        faults.push(
          fault([...path, index], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).'),
        );
    });
    if (components.length > ROWS)
      faults.push(fault(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${ROWS} or fewer in length.`));
  }
  if (placed.length > COMPONENTS)
    faults.push(
      fault(
        path,
        'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
        `The total number of components exceeds the maximum of ${COMPONENTS}`,
      ),
    );
  const text = placed.reduce(
    (sum, { component }) => sum + (component.type === TEXT ? (component.content ?? '').length : 0),
    0,
  );
  if (text > TEXT_LENGTH)
    faults.push(
      fault(
        path,
        'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
        `Total displayable text size exceeds the maximum size of ${TEXT_LENGTH}`,
      ),
    );
  const options = placed.reduce((sum, { component }) => sum + (component.options?.length ?? 0), 0);
  if (options >= OPTIONS_TOO_MANY)
    faults.push(
      fault(
        path,
        'COMPONENT_MAX_TOTAL_OPTIONS_EXCEEDED',
        `The menus of a message must have fewer than ${OPTIONS_TOO_MANY} options in all`,
      ),
    );
  return faults;
}

/**
 * What the published schema misses in the components of a message: kinds allowed without the flag, numbers,
 * widths, ids, buttons, menus and files named.
 * @param v2 whether the message has, or gets, the flag of the second kind of components
 * @param names the names of the files the message will have
 */
export function componentFaults(
  components: readonly Component[],
  v2: boolean,
  names: ReadonlySet<string>,
  path: Path,
): Fault[] {
  const placed = every(components, path);
  return [
    ...amounts(components, placed, v2, path),
    ...placed.flatMap((item) => one(item, names)),
    ...duplicates(placed),
  ];
}
