import { type Client, Options } from 'discord.js';

const itself = {
  maxSize: 0,
  keepOverLimit: ({ id, client }: { id: string; client: Client }): boolean => id === client.user?.id,
};

/** What is kept of servers: their channels and roles, and the bot itself. All else would only fill memory over the weeks. */
export const CACHES = Options.cacheWithLimits({
  GuildMemberManager: itself,
  UserManager: itself,
  MessageManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  ThreadMemberManager: 0,
  PresenceManager: 0,
  VoiceStateManager: 0,
  GuildEmojiManager: 0,
  GuildStickerManager: 0,
  GuildInviteManager: 0,
  GuildScheduledEventManager: 0,
  StageInstanceManager: 0,
});
