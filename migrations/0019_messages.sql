CREATE TABLE `leases` (
	`owner` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`match` integer,
	`guild` text,
	`slot` text NOT NULL,
	`channel` text NOT NULL,
	`message` text,
	`wanted` text DEFAULT 'screen' NOT NULL,
	`data` text,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`nonce` text,
	`at` integer DEFAULT 0 NOT NULL,
	`shown` text,
	`due` integer,
	FOREIGN KEY (`match`) REFERENCES `matches`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_owner" CHECK(("messages"."match" IS NULL) <> ("messages"."guild" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_match_slot` ON `messages` (`match`,`slot`) WHERE wanted = 'screen';--> statement-breakpoint
CREATE UNIQUE INDEX `messages_guild_slot` ON `messages` (`guild`,`slot`) WHERE wanted = 'screen';--> statement-breakpoint
CREATE INDEX `messages_match` ON `messages` (`match`);--> statement-breakpoint
CREATE INDEX `messages_guild` ON `messages` (`guild`);--> statement-breakpoint
CREATE INDEX `messages_message` ON `messages` (`message`);--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`due`) WHERE due IS NOT NULL;