-- Questions to a table. One that was sent and not noted is known by what it was for: "?<match>.wish.<row of the log>".
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `state`, `nonce`, `at`, `due`)
SELECT `match`,
  'question:' || CASE
    WHEN `wish` LIKE '?%' THEN CAST(substr(`wish`, instr(`wish`, '.wish.') + 6) AS INTEGER)
    ELSE coalesce(
      `asked`,
      (SELECT max(`seq`) FROM `actions` WHERE `actions`.`match` = `tables`.`match` AND `code` LIKE '/ask%'),
      -1
    )
  END,
  coalesce(`channel`, `lobby_channel`),
  CASE WHEN `wish` NOT LIKE '?%' THEN `wish` END,
  CASE WHEN `wish` LIKE '?%' THEN 'sending' ELSE 'stands' END,
  CASE WHEN `wish` LIKE '?%' THEN substr(substr(`wish`, 2), -25) END,
  CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  0
FROM `tables` WHERE `wish` IS NOT NULL;
--> statement-breakpoint
-- Reminders. What was sent and not noted is called "?<match>.<phase>/<slot>", or shorter "?<match>.<phase>.r<s>".
WITH `known` AS (
  SELECT `match`, `channel`, `lobby_channel`, `reminder`, `reminder_phase`,
    `reminder` LIKE '?%' AS `unnoted`,
    substr(`reminder`, length(`match`) + 3) AS `what`,
    substr(`reminder`, length(`match`) + length(`reminder_phase`) + 5) AS `short`
  FROM `tables` WHERE `reminder` IS NOT NULL AND `reminder_phase` IS NOT NULL
),
`parted` AS (
  SELECT *,
    CASE instr(`short`, '.') WHEN 0 THEN `short` ELSE substr(`short`, 1, instr(`short`, '.') - 1) END AS `letter`,
    CASE instr(`short`, '.') WHEN 0 THEN '' ELSE '/' || substr(`short`, instr(`short`, '.') + 1) END AS `seat`
  FROM `known`
),
`named` AS (
  SELECT *,
    CASE
      WHEN NOT `unnoted` THEN `reminder_phase` || '/was'
      WHEN instr(`what`, '/') > 0 THEN `what`
      ELSE `reminder_phase` || '/' || CASE `letter`
        WHEN 'h' THEN 'half' WHEN 'e' THEN 'end' WHEN 'a' THEN 'anyone' WHEN 'l' THEN 'last' ELSE `letter`
      END || `seat`
    END AS `key`
  FROM `parted`
),
`kinds` AS (
  SELECT *, substr(`key`, instr(`key`, '/') + 1) AS `end` FROM `named`
)
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `data`, `state`, `nonce`, `at`, `due`)
SELECT `match`, 'reminder:' || `key`, coalesce(`channel`, `lobby_channel`),
  CASE WHEN NOT `unnoted` THEN `reminder` END,
  (
    SELECT json_object('called', json_group_array(json_array(`seats`.`seat`,
      CASE instr(`end`, '/') WHEN 0 THEN `end` ELSE substr(`end`, 1, instr(`end`, '/') - 1) END)))
    FROM `seats` WHERE `seats`.`match` = `kinds`.`match` AND `seats`.`seat` >= 0
  ),
  CASE WHEN `unnoted` THEN 'sending' ELSE 'stands' END,
  CASE WHEN `unnoted` THEN substr(substr(`reminder`, 2), -25) END,
  CAST(strftime('%s', 'now') AS INTEGER) * 1000,
  0
FROM `kinds`;
