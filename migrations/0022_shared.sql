-- What was sent long ago and never noted counts as shared.
INSERT INTO `messages` (`match`, `slot`, `channel`, `message`, `state`, `nonce`, `at`)
SELECT `daily`.`match`, 'share', `channel`, `message`,
  CASE
    WHEN `message` IS NOT NULL THEN 'stands'
    WHEN `shares`.`at` > CAST(strftime('%s', 'now') AS INTEGER) * 1000 - 180000 THEN 'sending'
    ELSE 'unsure'
  END,
  substr('share.' || `daily`.`match`, -25), `shares`.`at`
FROM `shares` JOIN `daily` USING (`game`, `day`, `player`);
