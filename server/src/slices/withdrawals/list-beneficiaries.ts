import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readBeneficiaries } from './beneficiary.ts';

export const listBeneficiaries =
  (context: Context): Handler<'listBeneficiaries'> =>
  async ({ principal }) => ({
    beneficiaryList: await readBeneficiaries(context.pool, context, principal),
  });
