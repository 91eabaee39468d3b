ALTER TABLE `guilds` DROP COLUMN `announced_at`;--> statement-breakpoint
ALTER TABLE `guilds` DROP COLUMN `message`;--> statement-breakpoint
ALTER TABLE `guilds` DROP COLUMN `message_channel`;--> statement-breakpoint
ALTER TABLE `guilds` DROP COLUMN `before`;--> statement-breakpoint
ALTER TABLE `guilds` DROP COLUMN `before_channel`;--> statement-breakpoint
ALTER TABLE `guilds` DROP COLUMN `before_day`;