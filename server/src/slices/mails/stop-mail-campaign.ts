import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { readRowId } from '../../platform/row-id.ts';
import type { Handler } from '../../platform/serve.ts';
import { getCampaign } from './campaigns.ts';

/** The mails that wait are not sent: each is looked at as its turn comes, and skipped. */
export const stopMailCampaign =
  ({ pool }: Context): Handler<'stopMailCampaign'> =>
  async ({ principal, params, request }) => {
    const id = readRowId(params.id) ?? refuse('not_found');
    await commitAsStaff(
      pool,
      principal,
      'stopMailCampaign',
    )(async (db) => {
      const found = await db.find<{ isStopped: boolean }>(
        'select stopped_at is not null as "isStopped" from mail_campaigns where id = $1 for update',
        [id],
      );
      if (found === undefined) refuse('not_found');
      if (found.isStopped) return;
      await db.run('update mail_campaigns set stopped_at = now() where id = $1', [id]);
      const { sent, waiting } = await getCampaign(db, id);
      await recordStaffAction(db, principal, request, {
        action: 'stopMailCampaign',
        subject: `campaign ${id}`,
        after: { sent, waiting },
      });
    });
    const campaign = await getCampaign(pool, id);
    return { msg: `No more mails of "${campaign.subject}" are sent`, campaign };
  };
