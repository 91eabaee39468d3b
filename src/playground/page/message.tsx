import type { APIUser } from 'discord-api-types/v10';
import { Avatar } from './avatar.tsx';
import { Components } from './components.tsx';
import { useHere } from './context.ts';
import { FileCard, Gallery, isPicture, ofAttachment } from './media.tsx';
import { plain } from './names.ts';
import { routeTo } from './route.ts';
import { Text } from './text.tsx';
import { now, stamp } from './times.ts';
import { calls, isEphemeral, isThinking, isThread, type Message, nameOf, placeOf } from './world.ts';

/** Messages of one author within so many ms stand below one name. */
const together = 7 * 60_000;

/** Whether a message is shown without its author's name, since the one before has it. */
export function continues(message: Message, before: Message | undefined): boolean {
  if (before === undefined || isSystem(before) || before.author.id !== message.author.id) return false;
  if (isEphemeral(message) !== isEphemeral(before)) return false;
  if (headOf(message) !== null || isSystem(message)) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < together;
}

/** Whether a message only says that a thread was begun: in the channel (18), or as the thread's first (21). */
const isSystem = (message: Message): boolean => message.type === 18 || message.type === 21;

/** What stands above a message: the command, or the other message, that it answers. */
function headOf(message: Message): { user: APIUser; text: string; command: boolean } | null {
  const asked = message.interaction_metadata;
  if (asked?.type === 2) {
    const name = (asked as { name?: string }).name ?? '';
    return { user: asked.user, text: `/${name}`, command: true };
  }
  const quoted = message.referenced_message;
  return quoted ? { user: quoted.author, text: quoted.content, command: false } : null;
}

/** One message of the list. */
export function MessageView({
  message,
  joined,
  failed,
}: {
  message: Message;
  joined: boolean;
  failed: boolean;
}) {
  const { client, world } = useHere();
  const secret = isEphemeral(message);
  const thinking = isThinking(message);
  const mine = calls(message, world.me?.id) && message.author.id !== world.me?.id;
  const head = headOf(message);
  const late = thinking && now() - Date.parse(message.timestamp) > 15 * 60_000;
  const classes = ['message', joined && 'joined', mine && 'mine', secret && 'secret']
    .filter(Boolean)
    .join(' ');
  const v2 = ((message.flags ?? 0) & 32768) !== 0;
  if (isSystem(message)) return <SystemMessage message={message} />;
  return (
    <li
      class={classes}
      id={`message-${message.id}`}
      data-message-id={message.id}
      data-author={message.author.username}
      data-ephemeral={secret ? 'true' : undefined}
      data-thinking={thinking ? 'true' : undefined}
    >
      {head !== null && (
        <div class="head">
          <Avatar user={head.user} size="tiny" />
          <strong>{nameOf(head.user)}</strong>
          {head.command ? (
            <span>
              used <span class="mention">{head.text}</span>
            </span>
          ) : (
            <span class="head-text">{plain(head.text, world) || 'Click to see message'}</span>
          )}
        </div>
      )}
      {!joined && <Avatar user={message.author} size="normal" />}
      <div class="body">
        {!joined && (
          <div class="byline">
            <span class="author">{nameOf(message.author)}</span>
            {message.author.bot && <span class="app">✓ APP</span>}
            <time dateTime={message.timestamp}>{stamp(message.timestamp, new Date(now()))}</time>
          </div>
        )}
        {thinking ? (
          <p class="thinking">
            {late ? 'The application did not respond' : `${nameOf(message.author)} is thinking…`}
            {!late && <span class="dots" aria-hidden="true" />}
          </p>
        ) : (
          <>
            {message.content !== '' && (
              <div class="content">
                <Text
                  text={message.content}
                  everyone={message.mention_everyone}
                  end={<Edited at={message.edited_timestamp} />}
                />
              </div>
            )}
            {!v2 && <Attachments message={message} />}
            <Components message={message} />
            {message.content === '' && <Edited at={message.edited_timestamp} />}
          </>
        )}
        {failed && (
          <p class="failed" role="alert">
            This interaction failed
          </p>
        )}
        <ThreadLink message={message} />
        {secret && (
          <p class="only-you">
            <span aria-hidden="true">👁</span> Only you can see this ·{' '}
            <button type="button" class="as-link" onClick={() => client?.dismiss(message)}>
              Dismiss message
            </button>
          </p>
        )}
      </div>
    </li>
  );
}

function Edited({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <span class="edited" title={new Date(at).toLocaleString()}>
      (edited)
    </span>
  );
}

function Attachments({ message }: { message: Message }) {
  const pictures = message.attachments.filter(isPicture);
  const files = message.attachments.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length > 0 && <Gallery pictures={pictures.map(ofAttachment)} />}
      {files.map((file) => (
        <FileCard
          key={file.id}
          name={file.filename}
          url={file.url}
          size={file.size}
          about={file.description ?? null}
        />
      ))}
    </>
  );
}

/** The link to the thread that was begun on a message. */
function ThreadLink({ message }: { message: Message }) {
  const { world } = useHere();
  const thread = placeOf(world, message.thread?.id ?? message.id);
  if (thread === null || !isThread(thread)) return null;
  const { messages } = thread;
  return (
    <a class="thread-link" href={routeTo(thread.guild, thread.id)}>
      <strong>{thread.name}</strong>
      <span>
        {messages === 0 ? 'See thread ›' : `${messages} ${messages === 1 ? 'message' : 'messages'} ›`}
      </span>
    </a>
  );
}

function SystemMessage({ message }: { message: Message }) {
  const thread = message.message_reference?.channel_id;
  const { place } = useHere();
  return (
    <li class="message system" data-message-id={message.id}>
      <span class="system-mark" aria-hidden="true">
        →
      </span>
      <p>
        <strong>{nameOf(message.author)}</strong>{' '}
        {message.type === 18 ? (
          <>
            started a thread:{' '}
            {thread === undefined ? (
              <strong>{message.content}</strong>
            ) : (
              <a href={routeTo(place?.guild ?? null, thread)}>{message.content}</a>
            )}
            .
          </>
        ) : (
          'began this thread.'
        )}{' '}
        <time dateTime={message.timestamp}>{stamp(message.timestamp, new Date(now()))}</time>
      </p>
    </li>
  );
}
