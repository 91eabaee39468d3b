ALTER TABLE `matches` ADD `aside` integer;--> statement-breakpoint
CREATE INDEX `matches_aside` ON `matches` (`id`) WHERE aside IS NOT NULL;