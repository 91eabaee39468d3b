CREATE TABLE `__new_seats` (
	`match` integer NOT NULL,
	`seat` integer NOT NULL,
	`player` text,
	`computer` text,
	`nick` integer,
	`since` integer NOT NULL,
	`state` text DEFAULT 'here' NOT NULL,
	`settled` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`match`, `seat`),
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player`) REFERENCES `players`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seats_holder" CHECK(("__new_seats"."player" IS NULL) <> ("__new_seats"."computer" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_seats`("match", "seat", "player", "since", "state", "settled") SELECT "match", "seat", "player", "since", "state", "settled" FROM `seats`;--> statement-breakpoint
DROP TABLE `seats`;--> statement-breakpoint
ALTER TABLE `__new_seats` RENAME TO `seats`;--> statement-breakpoint
CREATE UNIQUE INDEX `seats_player_match` ON `seats` (`player`,`match`);--> statement-breakpoint
CREATE INDEX `seats_unsettled` ON `seats` (`player`) WHERE settled = 0;--> statement-breakpoint
ALTER TABLE `matches` ADD `ponders` text DEFAULT 'none' NOT NULL;