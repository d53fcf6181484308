import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readBeneficiaries } from './beneficiary.ts';

export const listBeneficiaries =
  ({ pool }: Context): Handler<'listBeneficiaries'> =>
  async ({ principal }) => ({ beneficiaryList: await readBeneficiaries(pool, principal.userId) });
