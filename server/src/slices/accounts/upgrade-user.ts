import type { CallParams, CallReply } from '@jara/contract/api.ts';
import { userTypes, type UserType } from '@jara/contract/constants.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler, HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { findStaffUser, readUserType } from './staff-users.ts';

export const upgradeUser =
  (context: Context): Handler<'upgradeUser'> =>
  ({ principal, params, request }) =>
    setUserType(context, { principal, request }, params);

/** Sets the type, free of charge and without ending sessions: the next request of the user is answered by the new type. */
export async function setUserType(
  { pool, config, sessions }: Context,
  staff: { principal: Principal; request: HttpFacts },
  params: CallParams<'upgradeUser'>,
): Promise<CallReply<'upgradeUser'>> {
  const userType =
    readUserType(params.userType) ?? refuseField('userType', `Unknown type: choose ${userTypes.join(', ')}`);
  if (!/^[1-9]\d{0,17}$/.test(params.userId)) refuse('not_found');
  const userId = BigInt(params.userId);
  await pool.commit(async (db) => {
    const user = await db.find<{ userType: UserType }>(
      'select user_type as "userType" from users where id = $1 for no key update',
      [userId],
    );
    if (user === undefined) refuse('not_found');
    const checked = await checkStaffMoney(db, config, staff.principal, {
      action: 'upgradeUser',
      users: [userId],
      movedKobo: null,
    });
    if (user.userType === userType) return;
    await db.run('update users set user_type = $2 where id = $1', [userId, userType]);
    await recordStaffAction(db, staff.principal, staff.request, {
      action: 'upgradeUser',
      subject: `user ${userId}`,
      before: { userType: user.userType },
      after: { userType },
      checked,
    });
    await sessions.forget(db, userId);
  });
  const user = (await findStaffUser(pool, userId)) ?? refuse('not_found');
  return { msg: `${user.userName} is ${userType}`, user };
}
