CREATE TABLE `once` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`hash` text NOT NULL,
	`until` integer,
	PRIMARY KEY(`kind`, `subject`, `hash`)
);
