import { now } from '../clock.ts';
import { guildOf, setDailyChannel, tryAgain } from '../store/guilds.ts';
import { nameOf } from '../store/players.ts';
import type { Translate } from '../views/look.ts';
import { type App, t as translate } from './context.ts';
import type { Id } from './ids.ts';
import { missingForDaily } from './permissions.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { sentence } from './screens/problems.ts';
import { serverScreen } from './screens/server.ts';

/** What those who manage a server may set. Every change is saved at once. */

/** Why the settings are not shown, or undefined. Needs no waiting. */
export function serverObstacle(origin: Origin): Reply | undefined {
  const t = translate(origin.locale);
  if (origin.guild === null) return { screen: sentence(t('server.nowhere')) };
  return origin.manages ? undefined : { screen: sentence(t('server.refused')) };
}

export async function serverFor(app: App, origin: Origin, note = ''): Promise<Reply> {
  const stop = serverObstacle(origin);
  if (stop) return stop;
  const settings = guildOf(app.store, origin.guild!);
  const by = settings?.changedBy ?? null;
  const changer = by === null ? undefined : nameOf(app.store, by);
  return { screen: serverScreen(settings, changer, translate(origin.locale), note) };
}

export async function serverPress(app: App, press: PressRequest, { parts }: Id): Promise<Reply> {
  const stop = serverObstacle(press);
  if (stop) return stop;
  const t = translate(press.locale);
  const guild = press.guild!;
  const by = press.user.id;
  const [what] = parts;
  const [channel] = press.values;
  if (what === 'daily' && channel !== undefined) {
    await setDailyChannel(app.store, guild, channel, by, now());
    return serverFor(app, press, lackingIn(app, press, channel, t) || t('server.set'));
  }
  if (what === 'none') {
    await setDailyChannel(app.store, guild, null, by, now());
    return serverFor(app, press, t('server.unset'));
  }
  const set = guildOf(app.store, guild)?.dailyChannel;
  if (what === 'test' && set) {
    const lacking = lackingIn(app, press, set, t);
    if (!lacking) await tryAgain(app.store, guild);
    return serverFor(app, press, lacking || t('server.allWell'));
  }
  return serverFor(app, press);
}

/** What is missing in a channel to announce the daily there, as a sentence; empty when nothing is. */
function lackingIn(app: App, press: PressRequest, channel: string, t: Translate): string {
  const here = channel === press.channel ? press.permissions : undefined;
  const rights = here ?? (app.rightsIn ? (app.rightsIn(press.guild!, channel) ?? 0n) : undefined);
  const place = { channel: `<#${channel}>` };
  if (rights === undefined) return t('server.cannotTell', place);
  const lacking = missingForDaily(rights, t);
  if (lacking.length === 0) return '';
  return `⚠ ${t('server.lacking', { ...place, names: lacking.map((name) => `**${name}**`).join(', ') })}`;
}
