CREATE TABLE `days` (
	`game` text NOT NULL,
	`day` integer NOT NULL,
	`map` text NOT NULL,
	PRIMARY KEY(`game`, `day`)
);
--> statement-breakpoint
CREATE TABLE `excused` (
	`day` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX `daily_table`;--> statement-breakpoint
ALTER TABLE `daily` ADD `tie` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `daily_table` ON `daily` (`game`,`day`,`score`,`tie`,`player`);--> statement-breakpoint
CREATE INDEX `tallies_stale` ON `tallies` (`game`,`player`) WHERE dailies < 0;