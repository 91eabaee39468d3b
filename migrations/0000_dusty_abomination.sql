CREATE TABLE `actions` (
	`match` integer NOT NULL,
	`seq` integer NOT NULL,
	`seat` integer NOT NULL,
	`code` text NOT NULL,
	`by` text NOT NULL,
	`user` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`match`, `seq`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `matches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game` text NOT NULL,
	`map` text NOT NULL,
	`options` text NOT NULL,
	`rules` integer NOT NULL,
	`seed` text NOT NULL,
	`status` text NOT NULL,
	`solo` integer NOT NULL,
	`guild` text,
	`channel` text,
	`host` text NOT NULL,
	`capacity` integer NOT NULL,
	`thread` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`to_act` text NOT NULL,
	`origin` text,
	`rematch_of` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`turn_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `matches_origin` ON `matches` (`origin`);--> statement-breakpoint
CREATE UNIQUE INDEX `matches_rematch_of` ON `matches` (`rematch_of`);--> statement-breakpoint
CREATE INDEX `matches_status` ON `matches` (`status`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `players` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`asks` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `results` (
	`match` integer NOT NULL,
	`seat` integer NOT NULL,
	`player` text,
	`score` integer NOT NULL,
	`rank` integer NOT NULL,
	`parts` text NOT NULL,
	PRIMARY KEY(`match`, `seat`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `seats` (
	`match` integer NOT NULL,
	`seat` integer NOT NULL,
	`player` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`match`, `seat`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seats_match_player` ON `seats` (`match`,`player`);--> statement-breakpoint
CREATE INDEX `seats_player` ON `seats` (`player`);--> statement-breakpoint
CREATE TABLE `tables` (
	`match` integer PRIMARY KEY NOT NULL,
	`lobby_channel` text NOT NULL,
	`lobby_message` text,
	`lobby_done` integer DEFAULT false NOT NULL,
	`channel` text,
	`message` text,
	`phase` text,
	`old` text NOT NULL,
	`shown` integer DEFAULT -1 NOT NULL,
	`trouble` text,
	`retry_at` integer DEFAULT 0 NOT NULL,
	`holder` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
