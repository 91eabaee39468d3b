import type {
  APIActionRowComponent,
  APIButtonComponent,
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIContainerComponent,
  APIMessageTopLevelComponent,
  APISelectMenuComponent,
} from 'discord-api-types/v10';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { keyOf } from './client.ts';
import { useHere } from './context.ts';
import { FileCard, Gallery, galleryOf } from './media.tsx';
import { type Choice, Menu } from './menu.tsx';
import { Link, Text } from './text.tsx';
import { guildOf, isDirect, type Message, nameOf, type Place, titleOf, type World } from './world.ts';

const MessageContext = createContext<Message | null>(null);

/** The components of a message: rows of buttons and menus below its text, or Components V2 instead of a text. */
export function Components({ message }: { message: Message }) {
  const components = (message.components ?? []) as readonly APIMessageTopLevelComponent[];
  if (components.length === 0) return null;
  return (
    <MessageContext.Provider value={message}>
      <div class="components">
        {components.map((component, index) => (
          <Component key={component.id ?? index} component={component} />
        ))}
      </div>
    </MessageContext.Provider>
  );
}

function Component({ component }: { component: APIMessageTopLevelComponent | APIComponentInContainer }) {
  const message = useContext(MessageContext)!;
  switch (component.type) {
    case 1:
      return <Row row={component} />;
    case 10:
      return (
        <div class="display">
          <Text text={component.content} everyone={message.mention_everyone} />
        </div>
      );
    case 12:
      return <Gallery pictures={galleryOf(component)} />;
    case 13: {
      const { name, size, file } = component;
      return <FileCard name={name ?? file.url} url={file.url} size={size ?? null} about={null} />;
    }
    case 17:
      return <Container container={component} />;
    default:
      return <p class="unknown">This client cannot show component {(component as { type: number }).type}.</p>;
  }
}

function Container({ container }: { container: APIContainerComponent }) {
  const accent = container.accent_color;
  const color =
    accent === null || accent === undefined ? undefined : `#${accent.toString(16).padStart(6, '0')}`;
  return (
    <div
      class={color === undefined ? 'container' : 'container accented'}
      style={{ '--accent': color ?? 'transparent' }}
    >
      {container.components.map((component, index) => (
        <Component key={component.id ?? index} component={component} />
      ))}
    </div>
  );
}

function Row({ row }: { row: APIActionRowComponent<APIComponentInMessageActionRow> }) {
  return (
    <div class="row">
      {row.components.map((component, index) =>
        component.type === 2 ? (
          <Button key={'custom_id' in component ? component.custom_id : index} button={component} />
        ) : (
          <Select key={component.custom_id} select={component} />
        ),
      )}
    </div>
  );
}

const styles: Readonly<Record<number, string>> = {
  1: 'primary',
  2: 'secondary',
  3: 'success',
  4: 'danger',
};

/** Whether a press of this component of a message has no answer yet. */
const isBusy = (world: World, message: Message, component: string): boolean =>
  Object.values(world.presses).some(
    (press) => press.key === keyOf(message.id, component) && press.state === 'waiting',
  );

function Button({ button }: { button: APIButtonComponent }) {
  const message = useContext(MessageContext)!;
  const { client, world, place } = useHere();
  const label = <span>{'label' in button && button.label}</span>;
  if (button.style === 5) {
    if (button.disabled)
      return (
        <button type="button" class="button link" disabled>
          {label}
        </button>
      );
    return (
      <Link href={button.url} class="button link">
        {label}
        <svg class="away" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M4 2h6v6M10 2 2 10" />
        </svg>
      </Link>
    );
  }
  if (button.style === 6) return null;
  const busy = isBusy(world, message, button.custom_id);
  const press = () => {
    if (busy || client === null || place === null) return;
    client.press(place, message, { type: 2, id: button.custom_id, label: button.label ?? '' });
  };
  return (
    <button
      type="button"
      class={`button ${styles[button.style] ?? 'secondary'}${busy ? ' busy' : ''}`}
      data-custom-id={button.custom_id}
      disabled={button.disabled}
      aria-busy={busy}
      onClick={press}
    >
      {label}
      {busy && <span class="dots" aria-hidden="true" />}
    </button>
  );
}

/** The choices of a menu: its own options, or the people, roles or channels of the server. */
function choicesOf(select: APISelectMenuComponent, world: World, place: Place | null): readonly Choice[] {
  const guild = guildOf(world, place);
  switch (select.type) {
    case 3:
      return select.options.map(({ value, label, description }) => ({ value, label, description }));
    case 5:
      return membersOf(world, place).map((user) => ({
        value: user.id,
        label: nameOf(user),
        description: user.username,
      }));
    case 6:
      return Object.entries(guild?.roles ?? {}).map(([value, name]) => ({
        value,
        label: `@${name.replace(/^@/, '')}`,
      }));
    case 8: {
      const types = select.channel_types;
      return (guild?.channels ?? [])
        .filter((each) => types === undefined || types.length === 0 || types.includes(each.type as never))
        .map((each) => ({ value: each.id, label: `#${titleOf(each)}` }));
    }
    default:
      return [];
  }
}

/** The people who can be mentioned in a channel: the server's members, or those of the conversation. */
export function membersOf(world: World, place: Place | null) {
  if (place !== null && isDirect(place)) return [world.me!, ...place.recipients];
  const ids = guildOf(world, place)?.members ?? [];
  const users = ids.length > 0 ? ids.map((id) => world.users[id]) : Object.values(world.users);
  return users.filter((user) => user !== undefined);
}

/** The values that the bot chose beforehand. */
function presetOf(select: APISelectMenuComponent): readonly string[] {
  if (select.type === 3) return select.options.filter((each) => each.default).map((each) => each.value);
  return (select.default_values ?? []).map((each) => each.id);
}

function Select({ select }: { select: APISelectMenuComponent }) {
  const message = useContext(MessageContext)!;
  const { client, world, place } = useHere();
  const preset = presetOf(select);
  return (
    <div class="select" data-custom-id={select.custom_id}>
      <Menu
        key={preset.join()}
        choices={choicesOf(select, world, place)}
        initial={preset}
        placeholder={select.placeholder ?? 'Make a selection'}
        min={select.min_values ?? 1}
        max={select.max_values ?? 1}
        disabled={select.disabled ?? false}
        busy={isBusy(world, message, select.custom_id)}
        pick={(values) => {
          if (client === null || place === null) return;
          const label = select.placeholder ?? '';
          client.press(place, message, { type: select.type, id: select.custom_id, label, values });
        }}
      />
    </div>
  );
}
