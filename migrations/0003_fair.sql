CREATE TABLE `absences` (
	`from` integer PRIMARY KEY NOT NULL,
	`to` integer NOT NULL
);
