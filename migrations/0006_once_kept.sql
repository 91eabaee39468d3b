-- Lobbies that are open count for whoever opened them; who is their host by now is the nearest that is known.
UPDATE `matches` SET `opened_by` = `host` WHERE `status` = 'lobby' AND `solo` = 0;
--> statement-breakpoint
-- A rematch that is open stands behind the button that opened it.
INSERT INTO `opened` (`key`, `match`, `called_at`)
SELECT 'rematch ' || `rematch_of`, max(`id`), max(`created_at`) FROM `matches`
WHERE `rematch_of` IS NOT NULL AND `status` IN ('lobby', 'running') GROUP BY `rematch_of`;
--> statement-breakpoint
-- Nobody has vanished of whom it was not noted when they pressed something.
UPDATE `players` SET `seen_at` = CAST(strftime('%s', 'now') AS integer) * 1000 WHERE `id` NOT LIKE 'gone-%';
