CREATE TABLE `opened` (
	`key` text PRIMARY KEY NOT NULL,
	`match` integer NOT NULL,
	`called_at` integer,
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `opened_match` ON `opened` (`match`);--> statement-breakpoint
DROP INDEX `matches_rematch_of`;--> statement-breakpoint
ALTER TABLE `matches` ADD `opened_by` text;--> statement-breakpoint
ALTER TABLE `matches` ADD `calls` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `matches` ADD `terms` text;--> statement-breakpoint
CREATE INDEX `matches_opened_by` ON `matches` (`opened_by`,`status`);--> statement-breakpoint
ALTER TABLE `players` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `guilds` ADD `lobbies` integer DEFAULT 3 NOT NULL;