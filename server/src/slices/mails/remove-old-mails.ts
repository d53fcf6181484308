import type { Db } from '../../platform/db.ts';

const RETENTION_DAYS = 90;
const REMOVED_AT_ONCE = 5_000;

/** Removes account mails that are long done; for a job. Those of campaigns stay: they say who got what. */
export async function removeOldMails(db: Db): Promise<void> {
  await db.run(
    `delete from mails where id in (
       select id from mails where done_at < now() - make_interval(days => $1) and campaign_id is null order by done_at limit $2)`,
    [RETENTION_DAYS, REMOVED_AT_ONCE],
  );
}
