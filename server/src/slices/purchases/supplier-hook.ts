/**
 * A supplier's hook is unsigned: it is only a hint to ask the supplier itself. Forged hooks cost at most one question a round and
 * change nothing.
 */
import { REFERENCE } from '@jara/contract/reference.ts';
import type { Context } from '../../app/context.ts';
import { askSoon } from './requery.ts';

// Our reference at the supplier is the purchase's reference and one digit.
const ATTEMPT = new RegExp(`^(${REFERENCE.source})([1-9])$`);

/** Gives whether the hook spoke of a purchase of ours. When it throws, the hint is not kept and should be given again. */
export async function handleSupplierHook(
  { pool, suppliers }: Context,
  supplier: string,
  body: unknown,
): Promise<boolean> {
  const hint = suppliers.get(supplier)?.referenceInHook(body);
  const [, reference, attempt] = ATTEMPT.exec(hint ?? '') ?? [];
  if (reference === undefined) return false;
  return askSoon(pool, { supplier, reference, attempt: Number(attempt) });
}
