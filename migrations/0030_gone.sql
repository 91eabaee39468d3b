ALTER TABLE `players` ADD `gone` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Their ids began so.
UPDATE `players` SET `gone` = 1 WHERE `id` LIKE 'gone-%';
