ALTER TABLE `entries` ADD `own` integer;
--> statement-breakpoint
UPDATE `entries` SET `own` = `place` WHERE `keeps` = 1;
