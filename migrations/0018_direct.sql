ALTER TABLE `players` ADD `unheard` integer;--> statement-breakpoint
ALTER TABLE `players` ADD `direct` text;