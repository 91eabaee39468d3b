ALTER TABLE `players` ADD `discord_locale` text;--> statement-breakpoint
ALTER TABLE `guilds` ADD `discord_locale` text;