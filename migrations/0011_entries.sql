CREATE TABLE `entries` (
	`match` integer NOT NULL,
	`seat` integer NOT NULL,
	`player` text NOT NULL,
	`place` integer NOT NULL,
	`keeps` integer NOT NULL,
	PRIMARY KEY(`match`, `seat`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `entries_player` ON `entries` (`player`);--> statement-breakpoint
CREATE TABLE `strengths` (
	`game` text NOT NULL,
	`scope` text NOT NULL,
	`player` text NOT NULL,
	`mu` real NOT NULL,
	`sigma` real NOT NULL,
	`games` integer NOT NULL,
	PRIMARY KEY(`player`, `game`, `scope`)
);
--> statement-breakpoint
-- Those who sat at the end by their rank, or last where they had gone; a seat that changed hands was not rated.
INSERT INTO `entries` (`match`, `seat`, `player`, `place`, `keeps`)
SELECT `match`, `seat`, `player`, CASE `rated` WHEN 'last' THEN 1000 ELSE `rank` END, 1 FROM `results`
WHERE `kind` = 'table' AND `people` > 1 AND `player` IS NOT NULL AND `rated` <> 'not';
--> statement-breakpoint
-- Behind them whoever had left such a seat to somebody else. A seat may have been left by several: they stand behind the
-- seats that there are.
INSERT INTO `entries` (`match`, `seat`, `player`, `place`, `keeps`)
SELECT `f`.`match`, 1000 + min(`f`.`seq`), `f`.`player`, 1000, 1
FROM `former` AS `f` JOIN `matches` AS `m` ON `m`.`id` = `f`.`match`
WHERE `m`.`ended` IS NOT NULL AND `f`.`state` <> 'kicked' AND NOT EXISTS (
	SELECT 1 FROM `entries` AS `e` WHERE `e`.`match` = `f`.`match` AND `e`.`player` = `f`.`player`
)
GROUP BY `f`.`match`, `f`.`player`;
--> statement-breakpoint
ALTER TABLE `results` DROP COLUMN `rated`;