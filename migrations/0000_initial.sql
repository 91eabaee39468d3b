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
CREATE INDEX `actions_user` ON `actions` (`user`);--> statement-breakpoint
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
	`day` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`turn_at` integer,
	`ended_at` integer,
	`ended` integer,
	`rated` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `matches_origin` ON `matches` (`origin`);--> statement-breakpoint
CREATE UNIQUE INDEX `matches_rematch_of` ON `matches` (`rematch_of`);--> statement-breakpoint
CREATE UNIQUE INDEX `matches_ended` ON `matches` (`ended`);--> statement-breakpoint
CREATE INDEX `matches_status` ON `matches` (`status`);--> statement-breakpoint
CREATE INDEX `matches_guild` ON `matches` (`guild`);--> statement-breakpoint
CREATE INDEX `matches_host` ON `matches` (`host`);--> statement-breakpoint
CREATE INDEX `matches_unrated` ON `matches` (`ended`) WHERE rated = 0;--> statement-breakpoint
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
	`game` text NOT NULL,
	`map` text NOT NULL,
	`kind` text NOT NULL,
	`people` integer NOT NULL,
	`facts` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`match`, `seat`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `results_player` ON `results` (`player`,`game`,`kind`,`at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `daily` (
	`game` text NOT NULL,
	`day` integer NOT NULL,
	`player` text NOT NULL,
	`match` integer NOT NULL,
	`state` text NOT NULL,
	`score` integer,
	`tallied` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`game`, `day`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `daily_match` ON `daily` (`match`);--> statement-breakpoint
CREATE INDEX `daily_table` ON `daily` (`game`,`day`,`score`,`player`);--> statement-breakpoint
CREATE INDEX `daily_player` ON `daily` (`player`,`game`,`day`);--> statement-breakpoint
CREATE INDEX `daily_open` ON `daily` (`state`,`day`);--> statement-breakpoint
CREATE INDEX `daily_untallied` ON `daily` (`day`) WHERE tallied = 0 AND score IS NOT NULL;--> statement-breakpoint
CREATE TABLE `guilds` (
	`id` text PRIMARY KEY NOT NULL,
	`daily_channel` text,
	`changed_by` text,
	`changed_at` integer,
	`announced` integer DEFAULT 0 NOT NULL,
	`announced_at` integer DEFAULT 0 NOT NULL,
	`message` text,
	`message_channel` text,
	`trouble` text,
	`before` text,
	`before_channel` text,
	`before_day` integer,
	`gone_at` integer
);
--> statement-breakpoint
CREATE TABLE `members` (
	`guild` text NOT NULL,
	`player` text NOT NULL,
	PRIMARY KEY(`guild`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `members_player` ON `members` (`player`);--> statement-breakpoint
CREATE TABLE `ratings` (
	`game` text NOT NULL,
	`scope` text NOT NULL,
	`player` text NOT NULL,
	`mu` real NOT NULL,
	`sigma` real NOT NULL,
	`shown` integer NOT NULL,
	`games` integer NOT NULL,
	PRIMARY KEY(`game`, `scope`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ratings_shown` ON `ratings` (`game`,`scope`,`shown`,`player`,`games`);--> statement-breakpoint
CREATE INDEX `ratings_player` ON `ratings` (`player`);--> statement-breakpoint
CREATE TABLE `shares` (
	`game` text NOT NULL,
	`day` integer NOT NULL,
	`player` text NOT NULL,
	`channel` text NOT NULL,
	`message` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`game`, `day`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shares_player` ON `shares` (`player`);--> statement-breakpoint
CREATE TABLE `streaks` (
	`game` text NOT NULL,
	`player` text NOT NULL,
	`length` integer NOT NULL,
	`longest` integer NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`game`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `streaks_length` ON `streaks` (`game`,`length`,`player`,`last`);--> statement-breakpoint
CREATE INDEX `streaks_player` ON `streaks` (`player`);--> statement-breakpoint
CREATE TABLE `tallies` (
	`game` text NOT NULL,
	`period` text NOT NULL,
	`player` text NOT NULL,
	`dailies` integer NOT NULL,
	`points` integer,
	`games` integer NOT NULL,
	`wins` integer,
	`best` integer,
	PRIMARY KEY(`game`, `period`, `player`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tallies_points` ON `tallies` (`game`,`period`,`points`,`player`);--> statement-breakpoint
CREATE INDEX `tallies_wins` ON `tallies` (`game`,`period`,`wins`,`player`);--> statement-breakpoint
CREATE INDEX `tallies_best` ON `tallies` (`game`,`period`,`best`,`player`);--> statement-breakpoint
CREATE INDEX `tallies_player` ON `tallies` (`player`);