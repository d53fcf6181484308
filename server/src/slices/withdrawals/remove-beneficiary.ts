import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readBeneficiaries } from './beneficiary.ts';

export const removeBeneficiary =
  (context: Context): Handler<'removeBeneficiary'> =>
  async ({ principal, params }) => {
    const { pool } = context;
    const id = /^[1-9]\d{0,17}$/.test(params.id) ? BigInt(params.id) : refuse('not_found');
    const removed = await pool.run('delete from beneficiaries where id = $1 and user_id = $2', [
      id,
      principal.userId,
    ]);
    if (removed === 0) refuse('not_found');
    return {
      msg: 'The account is not among your beneficiaries any more',
      beneficiaryList: await readBeneficiaries(pool, context, principal),
    };
  };
