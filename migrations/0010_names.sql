ALTER TABLE `players` ADD `username` text;--> statement-breakpoint
ALTER TABLE `players` ADD `listed` text DEFAULT 'name' NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `name` text;--> statement-breakpoint
-- The one name that was kept of somebody may be their nickname in any server: which one is not known, and it must be
-- shown in no other. Where they have used the bot in one server alone it is taken to be theirs there. Nothing is kept of
-- the rest: until they press something, which tells all their names anew, they are "someone" elsewhere.
UPDATE `members` SET `name` = (SELECT `name` FROM `players` WHERE `players`.`id` = `members`.`player`)
WHERE (SELECT count(*) FROM `members` AS `all` WHERE `all`.`player` = `members`.`player`) = 1;--> statement-breakpoint
UPDATE `players` SET `name` = '';
