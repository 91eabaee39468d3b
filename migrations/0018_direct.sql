ALTER TABLE `players` ADD `unheard` integer;--> statement-breakpoint
ALTER TABLE `players` ADD `direct` text;--> statement-breakpoint
UPDATE `tables` SET `archived` = 1 WHERE `threaded` = 0 AND `channel` <> `lobby_channel` AND `match` IN (SELECT `id` FROM `matches` WHERE `status` = 'over');
