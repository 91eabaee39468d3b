ALTER TABLE `tables` ADD `thread` text;--> statement-breakpoint
ALTER TABLE `tables` ADD `last` text;--> statement-breakpoint
-- Lobbies, and the lines that stay of them. One that was sent and not noted is known by what it was for: "<match>.lobby".
-- '*' is the hash of what stands as it should.
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `state`, `nonce`, `at`, `shown`, `due`)
SELECT `tables`.`match`, 'lobby', `lobby_channel`, `lobby_message`,
  CASE WHEN `lobby_message` IS NULL THEN 'sending' ELSE 'stands' END,
  CASE WHEN `lobby_message` IS NULL THEN substr(`tables`.`match` || '.lobby', -25) END,
  CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  CASE WHEN `lobby_done` AND (
    `status` = 'closed' OR (`status` = 'over' AND (`archived` OR `tables`.`channel` IS `lobby_channel`))
  ) THEN '*' END,
  CASE WHEN `lobby_message` IS NULL
    OR (NOT `lobby_done` AND `status` <> 'lobby')
    OR (`status` = 'over' AND NOT `archived` AND `tables`.`channel` IS NOT `lobby_channel`)
  THEN 0 END
FROM `tables` JOIN `matches` ON `matches`.`id` = `tables`.`match`
ORDER BY `tables`.`match`;
--> statement-breakpoint
-- What earlier phases and places left behind. What was sent and not noted is called "<match>.<phase>", and "<match>.<phase>.<revision>"
-- where it was to stand in the place of another.
WITH `left` AS (
  SELECT `tables`.`match`, `tables`.`channel` AS `here`, `lobby_channel`, `tables`.`message` AS `present`,
    `tables`.`phase` AS `shows`, `one`.`key` AS `place`,
    json_extract(`one`.`value`, '$.message') AS `message`,
    json_extract(`one`.`value`, '$.phase') AS `phase`,
    json_extract(`one`.`value`, '$.channel') AS `there`
  FROM `tables`, json_each(`tables`.`old`) AS `one`
),
`keyed` AS (
  SELECT *, substr(`phase`, instr(`phase`, '.') + 1) AS `rest` FROM `left`
),
`named` AS (
  SELECT *, CASE instr(`rest`, '.')
    WHEN 0 THEN `phase` ELSE substr(`phase`, 1, instr(`phase`, '.') + instr(`rest`, '.') - 1)
  END AS `name` FROM `keyed`
),
`judged` AS (
  SELECT *, CASE
    WHEN `phase` = 'moved' THEN 'moved'
    WHEN `phase` IN ('replaced', 'reminder', 'aside') OR (`message` IS NULL AND `there` IS NOT NULL) THEN 'nothing'
    WHEN `present` IS NOT NULL AND `name` = `shows` THEN 'nothing'
    ELSE 'screen'
  END AS `verdict` FROM `named`
)
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `wanted`, `state`, `nonce`, `at`, `due`)
SELECT `match`, 'phase:' || `name`, coalesce(`there`, `here`, `lobby_channel`), `message`,
  CASE
    WHEN `verdict` = 'screen'
      AND row_number() OVER (PARTITION BY `match`, `name`, `verdict` ORDER BY `place` DESC) > 1 THEN 'nothing'
    ELSE `verdict`
  END,
  CASE WHEN `message` IS NULL THEN 'sending' ELSE 'stands' END,
  CASE WHEN `message` IS NULL THEN substr(`match` || '.' || `phase`, -25) END,
  CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  0
FROM `judged` ORDER BY `match`, `place`;
--> statement-breakpoint
-- What the table shows, or is to show where it has moved.
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `state`, `at`, `shown`, `due`)
SELECT `tables`.`match`, 'phase:' || `phase`, coalesce(`tables`.`channel`, `lobby_channel`), `tables`.`message`,
  CASE WHEN `tables`.`message` IS NULL THEN 'planned' ELSE 'stands' END,
  CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  CASE WHEN `tables`.`message` IS NOT NULL AND `status` = 'over' AND `tables`.`shown` >= `revision` THEN '*' END,
  CASE WHEN `tables`.`message` IS NULL THEN 0 END
FROM `tables` JOIN `matches` ON `matches`.`id` = `tables`.`match`
WHERE `phase` IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM `messages`
  WHERE `messages`.`match` = `tables`.`match` AND `slot` = 'phase:' || `phase` AND `wanted` = 'screen'
)
ORDER BY `tables`.`match`;
--> statement-breakpoint
-- Why it stands there is said as long as it does.
UPDATE `messages` SET `data` = (
  SELECT json_object('reason', `told`) FROM `tables` WHERE `tables`.`match` = `messages`.`match`
)
WHERE `wanted` = 'screen' AND EXISTS (
  SELECT 1 FROM `tables`
  WHERE `tables`.`match` = `messages`.`match` AND `slot` = 'phase:' || `phase` AND `told` IN ('moved', 'thread')
);
--> statement-breakpoint
UPDATE `tables` SET `last` = `phase`, `thread` = CASE
  WHEN `threaded` THEN `channel`
  WHEN EXISTS (
    SELECT 1 FROM json_each(`old`) WHERE json_extract(`value`, '$.channel') = `lobby_message`
  ) THEN `lobby_message`
END;
