-- Every day so far keeps the map it was played on; where nobody played, the maps took turns in their first order. Day 1
-- began at 1767225600 seconds; a bot whose clock is ahead may have runs of days to come.
INSERT INTO `days` (`game`, `day`, `map`)
WITH RECURSIVE `counted` (`day`) AS (
	SELECT 1
	UNION ALL
	SELECT `day` + 1 FROM `counted` WHERE `day` < max(
		(CAST(strftime('%s', 'now') AS integer) - 1767225600) / 86400 + 1,
		(SELECT coalesce(max(`day`), 0) FROM `daily`)
	)
)
SELECT 'metrox', `day`, coalesce(
	(
		SELECT `matches`.`map` FROM `daily` JOIN `matches` ON `matches`.`id` = `daily`.`match`
		WHERE `daily`.`game` = 'metrox' AND `daily`.`day` = `counted`.`day`
		GROUP BY `matches`.`map` ORDER BY count(*) DESC, `matches`.`map` LIMIT 1
	),
	CASE (`day` - 1) % 4 WHEN 0 THEN 'tokyo' WHEN 1 THEN 'osaka' WHEN 2 THEN 'metro-city' ELSE 'tube-town' END
) FROM `counted`;
--> statement-breakpoint
-- Of equal scores fewer empty stations go first.
UPDATE `daily` SET `tie` = coalesce(
	(SELECT -json_extract(`parts`, '$.empty') FROM `results` WHERE `results`.`match` = `daily`.`match` AND `seat` = 0),
	0
) WHERE `game` = 'metrox' AND `score` IS NOT NULL;
--> statement-breakpoint
-- Tables added up every day as soon as it was over. They are made anew, from days that are closed.
UPDATE `daily` SET `tallied` = 0 WHERE `tallied` = 1;
--> statement-breakpoint
UPDATE `tallies` SET `dailies` = -1, `points` = NULL WHERE `dailies` > 0;
