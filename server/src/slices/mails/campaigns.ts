/** How far the mails of staff are. */
import type { MailCampaign } from '@jara/contract/calls/mails.ts';
import { runRound } from '../../platform/batches/run-round.ts';
import type { Db, Pool } from '../../platform/db.ts';

interface Ended {
  sent: bigint;
  skipped: bigint;
  failed: bigint;
}

interface CampaignRow extends Ended {
  id: bigint;
  subject: string;
  author: string;
  userAccount: string | null;
  recipients: number;
  createdAt: Date;
  stoppedAt: Date | null;
  /** Whether its mails are counted: those of a campaign of an earlier version are when all of them have ended. */
  isCounted: boolean;
}

const selectCampaigns = `
  select c.id, c.subject, a.user_name as author, c.recipients, c.created_at as "createdAt", c.stopped_at as "stoppedAt",
    case when not c.is_to_all then (select u.user_name from mails m join users u on u.id = m.user_id where m.campaign_id = c.id limit 1) end
      as "userAccount",
    c.is_counted as "isCounted", n.sent, n.skipped, n.failed
  from mail_campaigns c join users a on a.id = c.author_id
  cross join lateral (
    select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(skipped), 0)::bigint as skipped, coalesce(sum(failed), 0)::bigint as failed
    from mail_campaign_counts where campaign_id = c.id) n`;

/** The newest, however many mails each of them has. */
export async function readCampaigns(db: Db, most: number): Promise<MailCampaign[]> {
  const rows = await db.rows<CampaignRow>(`${selectCampaigns} order by c.id desc limit $1`, [most]);
  const campaigns: MailCampaign[] = [];
  for (const row of rows) campaigns.push(await present(db, row));
  return campaigns;
}

export const getCampaign = async (db: Db, id: bigint): Promise<MailCampaign> =>
  present(db, await db.get<CampaignRow>(`${selectCampaigns} where c.id = $1`, [id]));

/** Counts the mails of one campaign that an earlier version began, when all of them have ended. Gives true when more may be there. */
export const countEndedCampaigns = (pool: Pool): Promise<boolean> =>
  runRound(pool, 'select count_ended_campaigns() as "isMore"');

const countOneByOne = (db: Db, id: bigint): Promise<Ended> =>
  db.get<Ended>(
    `select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'skipped') as skipped,
       count(*) filter (where state in ('refused', 'unknown', 'given_up')) as failed
     from mails where campaign_id = $1`,
    [id],
  );

async function present(db: Db, row: CampaignRow): Promise<MailCampaign> {
  const ended = row.isCounted ? row : await countOneByOne(db, row.id);
  const [sent, skipped, failed] = [Number(ended.sent), Number(ended.skipped), Number(ended.failed)];
  return {
    _id: String(row.id),
    subject: row.subject,
    author: row.author,
    userAccount: row.userAccount,
    recipients: row.recipients,
    sent,
    waiting: row.recipients - sent - skipped - failed,
    skipped,
    failed,
    createdAt: row.createdAt.toISOString(),
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
  };
}
