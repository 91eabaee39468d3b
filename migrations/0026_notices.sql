-- That a thread is locked was told, or not at all: it is not told again.
INSERT INTO `messages` (`match`, `slot`, `channel`, `state`, `due`)
SELECT `match`, 'locked', `lobby_channel`, 'unsure', 0 FROM `tables` WHERE `told` = 'locked';
--> statement-breakpoint
UPDATE `tables` SET `told` = NULL WHERE `told` = 'locked';
