ALTER TABLE `tables` DROP COLUMN `lobby_message`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `lobby_done`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `threaded`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `message`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `phase`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `old`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `told`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `holder`;--> statement-breakpoint
ALTER TABLE `tables` DROP COLUMN `lease_until`;