import { refuseField } from '../../platform/refuse.ts';

/** The number of a plan: `_id`, `dataId` and `planId` are the same. */
export function readPlanId(field: string, input: string | number): number {
  const text = String(input).trim();
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647)
    refuseField(field, 'Enter the id of a plan');
  return Number(text);
}
