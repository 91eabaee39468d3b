CREATE TABLE `former` (
	`match` integer NOT NULL,
	`seq` integer NOT NULL,
	`seat` integer NOT NULL,
	`player` text NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`match`, `seq`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `former_player` ON `former` (`player`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`due` integer NOT NULL,
	`done_at` integer,
	`holder` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `subject`, `key`)
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_subject` ON `jobs` (`subject`);--> statement-breakpoint
CREATE TABLE `quiets` (
	`match` integer NOT NULL,
	`phase` text NOT NULL,
	`player` text NOT NULL,
	PRIMARY KEY(`match`, `phase`, `player`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `quiets_player` ON `quiets` (`player`);--> statement-breakpoint
ALTER TABLE `matches` ADD `limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `matches` ADD `late` text DEFAULT 'clock' NOT NULL;--> statement-breakpoint
ALTER TABLE `matches` ADD `deadline` integer;--> statement-breakpoint
ALTER TABLE `matches` ADD `paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `matches` ADD `touched_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `matches` ADD `voided` text;--> statement-breakpoint
CREATE INDEX `matches_deadline` ON `matches` (`deadline`);--> statement-breakpoint
ALTER TABLE `players` ADD `warns` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `players` ADD `theme` text;--> statement-breakpoint
ALTER TABLE `players` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `players` ADD `reminders` text DEFAULT 'both' NOT NULL;--> statement-breakpoint
ALTER TABLE `players` ADD `quiet_from` integer;--> statement-breakpoint
ALTER TABLE `players` ADD `quiet_to` integer;--> statement-breakpoint
ALTER TABLE `players` ADD `zone` text;--> statement-breakpoint
ALTER TABLE `players` ADD `closed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `results` ADD `rated` text DEFAULT 'rank' NOT NULL;--> statement-breakpoint
ALTER TABLE `seats` ADD `state` text DEFAULT 'here' NOT NULL;--> statement-breakpoint
ALTER TABLE `tables` ADD `threaded` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tables` ADD `reminder` text;--> statement-breakpoint
ALTER TABLE `tables` ADD `reminder_phase` text;--> statement-breakpoint
ALTER TABLE `tables` ADD `wish` text;--> statement-breakpoint
ALTER TABLE `tables` ADD `archived` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tables` ADD `told` text;--> statement-breakpoint
ALTER TABLE `guilds` ADD `channels` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `guilds` ADD `roles` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `guilds` ADD `limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `guilds` ADD `late` text DEFAULT 'clock' NOT NULL;--> statement-breakpoint
ALTER TABLE `guilds` ADD `thread` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `guilds` ADD `theme` text;--> statement-breakpoint
ALTER TABLE `guilds` ADD `locale` text;