ALTER TABLE `tables` DROP COLUMN `reminder`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `reminder_phase`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `wish`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `asked`;