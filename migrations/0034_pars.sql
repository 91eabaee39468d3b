CREATE TABLE `pars` (
	`cards` text PRIMARY KEY NOT NULL,
	`par` integer NOT NULL,
	`best` integer NOT NULL,
	`moves` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `days` ADD `has_par` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `days_without_par` ON `days` (`game`,`day`) WHERE has_par = 0;