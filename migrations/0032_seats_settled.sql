ALTER TABLE `seats` ADD `settled` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `seats_unsettled` ON `seats` (`player`) WHERE settled = 0;