-- The message of a day that stands there, and the one before it that still has its buttons.
INSERT INTO `messages` (`guild`, `slot`, `channel`, `message`, `state`, `due`)
SELECT `id`, 'daily:' || `announced`, `message_channel`, `message`, 'stands', 0
FROM `guilds` WHERE `message` IS NOT NULL AND `message_channel` IS NOT NULL;
--> statement-breakpoint
INSERT INTO `messages` (`guild`, `slot`, `channel`, `message`, `state`, `due`)
SELECT `id`, 'daily:' || `before_day`, `before_channel`, `before`, 'stands', 0
FROM `guilds`
WHERE `before` IS NOT NULL AND `before_channel` IS NOT NULL AND `before_day` IS NOT NULL;
--> statement-breakpoint
-- One that was sent and not noted is found by its nonce for three minutes; later it counts as posted.
INSERT INTO `messages` (`guild`, `slot`, `channel`, `state`, `nonce`, `at`, `due`)
SELECT `id`, 'daily:' || `announced`, `daily_channel`, 'sending', substr('daily.' || `id` || '.' || `announced`, -25),
  `announced_at`, 0
FROM `guilds`
WHERE `announced` > 0 AND `message` IS NULL AND `trouble` IS NULL AND `daily_channel` IS NOT NULL
  AND `announced_at` > CAST(strftime('%s', 'now') AS INTEGER) * 1000 - 180000;
