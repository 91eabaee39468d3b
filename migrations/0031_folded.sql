CREATE TABLE `bystanders` (
	`match` integer NOT NULL,
	`seq` integer NOT NULL,
	`user` text NOT NULL,
	PRIMARY KEY(`match`, `seq`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bystanders_user` ON `bystanders` (`user`);--> statement-breakpoint
CREATE TABLE `folded` (
	`match` integer PRIMARY KEY NOT NULL,
	`log` blob NOT NULL,
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `messages_message`;--> statement-breakpoint
DROP INDEX `messages_guild_slot`;--> statement-breakpoint
DROP INDEX `messages_guild`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_guild_slot` ON `messages` (`guild`,`slot`) WHERE wanted = 'screen' AND guild IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_guild` ON `messages` (`guild`) WHERE guild IS NOT NULL;--> statement-breakpoint
DROP INDEX `results_player`;--> statement-breakpoint
CREATE INDEX `results_player_game` ON `results` (`player`,`game`);--> statement-breakpoint
DROP INDEX `seats_match_player`;--> statement-breakpoint
DROP INDEX `seats_player`;--> statement-breakpoint
CREATE UNIQUE INDEX `seats_player_match` ON `seats` (`player`,`match`);--> statement-breakpoint
DROP INDEX `matches_origin`;--> statement-breakpoint
ALTER TABLE `matches` ADD `settled` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `matches_unsettled` ON `matches` (`ended_at`) WHERE settled = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `matches_origin` ON `matches` (`origin`) WHERE origin IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tables_thread` ON `tables` (`thread`) WHERE thread IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tables_open` ON `tables` (`match`) WHERE archived = 0 AND thread IS NOT NULL;