/**
 * A supplier's hook is unsigned: it is only a hint to ask the supplier itself. Forged hooks cost one question each and change nothing.
 */
import type { Context } from '../context.ts';
import { requeryNow } from './requery.ts';

/** Gives whether the hook spoke of a purchase of ours. */
export async function hearSupplierHook(
  context: Context,
  supplierName: string,
  body: unknown,
): Promise<boolean> {
  const reference = context.suppliers.get(supplierName)?.referenceInHook(body);
  // Our reference at the supplier is the purchase's reference and one digit.
  const parts = /^(JR[0-9A-Z]{16})([1-9])$/.exec(reference ?? '');
  if (parts?.[1] === undefined) return false;
  return requeryNow(context, parts[1], Number(parts[2]));
}
