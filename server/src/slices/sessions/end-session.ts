import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { readRowId } from '../../platform/row-id.ts';
import { distrustDevices } from './devices.ts';
import { refuseOldStepUp } from './recent-step-up.ts';

export const endSession =
  (context: Context): Handler<'endSession'> =>
  async ({ principal, params, request }) => {
    const { pool, sessions } = context;
    const id = readRowId(params.id) ?? refuse('not_found');
    const isCurrent = 'select from sessions where id = $1 and token_hash = $2';
    // Logging oneself out is always free.
    if ((await pool.find(isCurrent, [id, principal.tokenHash])) === undefined)
      await refuseOldStepUp(context, principal);
    await pool.commit(async (db) => {
      const { deviceId } = (await findSession(db, principal.userId, id)) ?? refuse('not_found');
      // A program beside the browser that asks is on the same device.
      if (deviceId !== null && deviceId !== principal.deviceId)
        await distrustDevices(db, principal.userId, { only: deviceId });
      if (!(await sessions.endOne(db, principal.userId, id))) refuse('not_found');
      await recordSecurityEvent(db, principal, request, { what: 'session_ended' });
    });
    return { msg: 'This device is logged out' };
  };

const findSession = (db: Db, userId: bigint, id: bigint): Promise<{ deviceId: bigint | null } | undefined> =>
  db.find<{ deviceId: bigint | null }>(
    'select device_id as "deviceId" from sessions where user_id = $1 and id = $2',
    [userId, id],
  );
