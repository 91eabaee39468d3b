ALTER TABLE `matches` ADD `timed_at` integer;--> statement-breakpoint
CREATE INDEX `absences_to` ON `absences` (`to`);--> statement-breakpoint
-- Deadlines are worked out from now on: what is kept is when the time began to run.
UPDATE `matches` SET `timed_at` = `deadline` - `limit` * 1000 WHERE `deadline` IS NOT NULL;--> statement-breakpoint
DELETE FROM `meta` WHERE `key` = 'outage';