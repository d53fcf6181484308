/** How far the mails of staff are. */
import type { MailCampaign } from '@jara/contract/calls/mails.ts';
import type { Db } from '../../platform/db.ts';

interface CampaignRow {
  id: bigint;
  subject: string;
  author: string;
  userAccount: string | null;
  recipients: number;
  createdAt: Date;
  stoppedAt: Date | null;
}

type Progress = Pick<MailCampaign, 'sent' | 'waiting' | 'skipped' | 'failed'>;

const columns = `c.id, c.subject, a.user_name as author, c.recipients, c.created_at as "createdAt", c.stopped_at as "stoppedAt",
  case when not c.is_to_all then (select u.user_name from mails m join users u on u.id = m.user_id where m.campaign_id = c.id limit 1) end
    as "userAccount"`;

export const newestCampaigns = (db: Db, most: number): Promise<CampaignRow[]> =>
  db.rows<CampaignRow>(
    `select ${columns} from mail_campaigns c join users a on a.id = c.author_id order by c.id desc limit $1`,
    [most],
  );

export const getCampaign = (db: Db, id: bigint): Promise<CampaignRow> =>
  db.get<CampaignRow>(
    `select ${columns} from mail_campaigns c join users a on a.id = c.author_id where c.id = $1`,
    [id],
  );

/** Counted over the index of campaign and state. */
export const readProgress = async (db: Db, id: bigint): Promise<Progress> => {
  const row = await db.get<Record<keyof Progress, bigint>>(
    `select count(*) filter (where state = 'sent') as sent,
       count(*) filter (where state in ('queued', 'sending')) as waiting,
       count(*) filter (where state = 'skipped') as skipped,
       count(*) filter (where state in ('refused', 'unknown', 'given_up')) as failed
     from mails where campaign_id = $1`,
    [id],
  );
  return {
    sent: Number(row.sent),
    waiting: Number(row.waiting),
    skipped: Number(row.skipped),
    failed: Number(row.failed),
  };
};

export const presentCampaign = (row: CampaignRow, progress: Progress): MailCampaign => ({
  _id: String(row.id),
  subject: row.subject,
  author: row.author,
  userAccount: row.userAccount,
  recipients: row.recipients,
  ...progress,
  createdAt: row.createdAt.toISOString(),
  stoppedAt: row.stoppedAt?.toISOString() ?? null,
});
