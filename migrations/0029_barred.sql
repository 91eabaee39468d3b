CREATE TABLE `barred` (
	`match` integer NOT NULL,
	`player` text NOT NULL,
	PRIMARY KEY(`match`, `player`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `barred_player` ON `barred` (`player`);--> statement-breakpoint
-- They stood among the seats, below zero.
INSERT OR IGNORE INTO `barred` (`match`, `player`) SELECT `match`, `player` FROM `seats` WHERE `seat` < 0;
--> statement-breakpoint
DELETE FROM `seats` WHERE `seat` < 0;
