DROP INDEX `matches_deadline`;--> statement-breakpoint
ALTER TABLE `matches` DROP COLUMN `deadline`;