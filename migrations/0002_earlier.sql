-- Matches that were opened or started before there was work to note know nothing of it, nor of when somebody touched
-- them: nobody would look after them. Those that have their work noted are left as they are.
UPDATE `tables` SET `threaded` = 1
WHERE `threaded` = 0 AND `channel` = `lobby_message` AND `match` IN (
	SELECT `id` FROM `matches` WHERE `status` = 'running' AND NOT EXISTS (
		SELECT 1 FROM `jobs` WHERE `kind` = 'sleep' AND `subject` = CAST(`matches`.`id` AS text)
	)
);
--> statement-breakpoint
-- Lobbies were closed by people alone, and whoever closes one touches it.
UPDATE `matches`
SET `touched_at` = coalesce(CASE `status` WHEN 'closed' THEN `ended_at` END, `turn_at`, `started_at`, `created_at`)
WHERE `touched_at` = 0;
--> statement-breakpoint
INSERT OR IGNORE INTO `jobs` (`kind`, `subject`, `key`, `due`)
SELECT 'sleep', CAST(`id` AS text), 'away', `touched_at` + 5184000000 FROM `matches`
WHERE `status` = 'running' AND `solo` = 0;
--> statement-breakpoint
INSERT OR IGNORE INTO `jobs` (`kind`, `subject`, `key`, `due`)
SELECT 'thread', CAST(`id` AS text), 'alive', `started_at` + 604800000 FROM `matches`
WHERE `status` = 'running' AND `solo` = 0 AND `thread` = 1 AND `started_at` IS NOT NULL;
--> statement-breakpoint
INSERT OR IGNORE INTO `jobs` (`kind`, `subject`, `key`, `due`)
SELECT 'lobby', CAST(`id` AS text), 'close', `touched_at` + 86400000 FROM `matches`
WHERE `status` = 'lobby';
