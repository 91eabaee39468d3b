ALTER TABLE `players` RENAME COLUMN "reminders" TO "pings";--> statement-breakpoint
UPDATE `players` SET `pings` = 'last' WHERE `pings` = 'end';--> statement-breakpoint
CREATE TABLE `blocks` (
	`player` text NOT NULL,
	`blocked` text NOT NULL,
	PRIMARY KEY(`player`, `blocked`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked`);--> statement-breakpoint
CREATE TABLE `mutes` (
	`match` integer NOT NULL,
	`player` text NOT NULL,
	PRIMARY KEY(`match`, `player`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mutes_player` ON `mutes` (`player`);--> statement-breakpoint
CREATE TABLE `vacations` (
	`player` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	PRIMARY KEY(`player`, `from`),
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
