import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { withStrongestFactor } from '../step-up/with-strongest-step-up.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { given, readBeneficiaries } from './beneficiary.ts';

export const removeBeneficiary =
  (context: Context): Handler<'removeBeneficiary'> =>
  async ({ principal, params, body, request }) => {
    const { userId } = principal;
    const id = /^[1-9]\d{0,17}$/.test(params.id) ? BigInt(params.id) : refuse('not_found');
    const stepUp = { ...body, stepUp: request.stepUp };
    const beneficiaryList = await withStrongestFactor(context, principal, stepUp, async (db, factor) => {
      const removed = await db.run('delete from beneficiaries where id = $1 and user_id = $2', [id, userId]);
      if (removed === 0) refuse('not_found');
      await recordSecurityEvent(db, principal, request, { what: 'beneficiary_removed', ...given(factor) });
      return readBeneficiaries(db, context, principal);
    });
    return { msg: 'The account is not among your beneficiaries any more', beneficiaryList };
  };
