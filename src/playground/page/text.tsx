import { type ComponentChildren, Fragment, h } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { useHere, useTicking } from './context.ts';
import { markdown } from './markdown.ts';
import type { Block, Inline, TimeStyle } from './markup.ts';
import { routeOfLink, routeTo } from './route.ts';
import { moment, now } from './times.ts';
import { nameOf, placeOf, titleOf } from './world.ts';

/**
 * A message's text. `everyone`: whether @everyone did mention everybody, and so is drawn as a mention; `end` is drawn
 * behind the last line.
 */
export function Text({
  text,
  everyone = false,
  end,
}: {
  text: string;
  everyone?: boolean;
  end?: ComponentChildren;
}) {
  const tree = useMemo(() => markdown(text), [text]);
  return <Blocks blocks={tree} everyone={everyone} end={end} />;
}

interface Drawn {
  readonly everyone: boolean;
  readonly end?: ComponentChildren;
}

function Blocks({ blocks, everyone, end }: Drawn & { blocks: readonly Block[] }) {
  const last = blocks.length - 1;
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} everyone={everyone} end={index === last ? end : null} />
      ))}
      {blocks.length === 0 && end}
    </>
  );
}

function BlockView({ block, everyone, end }: Drawn & { block: Block }) {
  switch (block.type) {
    case 'fence':
      return (
        <>
          <pre class="fence">
            <code>{block.text}</code>
          </pre>
          {end}
        </>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} everyone={everyone} end={end} />
        </blockquote>
      );
    case 'list': {
      const last = block.items.length - 1;
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Blocks blocks={item} everyone={everyone} end={index === last ? end : null} />
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'heading': {
      const inside = (
        <>
          <Inlines nodes={block.children} everyone={everyone} />
          {end}
        </>
      );
      if (block.level === 1) return <h3 class="heading one">{inside}</h3>;
      if (block.level === 2) return <h4 class="heading two">{inside}</h4>;
      return <h5 class="heading three">{inside}</h5>;
    }
    case 'small':
      return (
        <p class="small">
          <Inlines nodes={block.children} everyone={everyone} />
          {end}
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={block.children} everyone={everyone} />
          {end}
        </p>
      );
  }
}

function Inlines({ nodes, everyone }: { nodes: readonly Inline[]; everyone: boolean }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Fragment key={index}>
          <InlineView node={node} everyone={everyone} />
        </Fragment>
      ))}
    </>
  );
}

const TAGS = { strong: 'strong', em: 'em', underline: 'u', strike: 's' } as const;

function InlineView({ node, everyone }: { node: Inline; everyone: boolean }) {
  switch (node.type) {
    case 'text':
      return <>{node.text}</>;
    case 'break':
      return <br />;
    case 'code':
      return <code>{node.text}</code>;
    case 'time':
      return <Moment at={node.at} style={node.style} />;
    case 'emoji':
      return <span class="emoji-name">:{node.name}:</span>;
    case 'command':
      return <span class="mention">/{node.name}</span>;
    case 'everyone':
      return everyone ? <span class="mention">@{node.name}</span> : <>@{node.name}</>;
    case 'user':
    case 'role':
    case 'channel':
      return <Mention type={node.type} id={node.id} />;
    case 'link':
      return (
        <Link href={node.href}>
          <Inlines nodes={node.children} everyone={everyone} />
        </Link>
      );
  }
  const inside = <Inlines nodes={node.children} everyone={everyone} />;
  if (node.type === 'spoiler') return <Spoiler>{inside}</Spoiler>;
  return h(TAGS[node.type], {}, inside);
}

/** A link. One to a channel at Discord opens that channel here, any other opens in a new tab. */
export function Link({
  href,
  class: name,
  children,
}: {
  href: string;
  class?: string;
  children: ComponentChildren;
}) {
  const route = routeOfLink(href);
  if (route !== null)
    return (
      <a class={name} href={route}>
        {children}
      </a>
    );
  return (
    <a class={name} href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Spoiler({ children }: { children: ComponentChildren }) {
  const [shown, setShown] = useState(false);
  if (shown) return <span class="spoiler shown">{children}</span>;
  return (
    <button type="button" class="spoiler" aria-label="Spoiler: show it" onClick={() => setShown(true)}>
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

function Moment({ at, style }: { at: number; style: TimeStyle }) {
  const locale = useHere().world.me?.locale;
  const read = useCallback(() => moment(at, style, now() / 1000, locale), [at, style, locale]);
  const text = useTicking(read);
  return (
    <time class="moment" dateTime={new Date(at * 1000).toISOString()} title={moment(at, 'F', 0, locale)}>
      {text}
    </time>
  );
}

function Mention({ type, id }: { type: 'user' | 'role' | 'channel'; id: string }) {
  const { world, place } = useHere();
  if (type === 'user') {
    const user = world.users[id];
    return (
      <span class={`mention${id === world.me?.id ? ' called' : ''}`} data-user-id={id}>
        @{user === undefined ? 'unknown-user' : nameOf(user)}
      </span>
    );
  }
  if (type === 'role') {
    const role = world.guilds.find((guild) => guild.id === place?.guild)?.roles[id];
    return <span class="mention">@{role ?? 'unknown-role'}</span>;
  }
  const channel = placeOf(world, id);
  if (channel === null) return <span class="mention">#unknown</span>;
  return (
    <a class="mention" href={routeTo(channel.guild, channel.id)}>
      #{titleOf(channel)}
    </a>
  );
}
