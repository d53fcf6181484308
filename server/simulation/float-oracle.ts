/** What each supplier states of our money at the end: what it was, what was paid in, and what the books say that was spent there. */
import type { Db } from '../src/platform/db.ts';
import type { Installation } from './installation.ts';

const OPENING_KOBO = 5_000_000_000n;

/** `paidIn`: naira, by the sandbox's name of the supplier. Gives a line for each that states something else, or is measured by something else. */
export async function floatBreaks(
  db: Db,
  control: Installation['control'],
  paidIn: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { faces } = (await control('faces')) as { faces: { name: string; float: number | null }[] }; // as it answers
  const rows = await db.rows<{ supplier: string; spent: bigint; accepted: bigint; base: bigint | null }>(
    `select f.supplier, f.base_kobo as base,
       (select coalesce(sum(e.amount), 0)::bigint from accounts a join entries e on e.account_id = a.id
        where a.kind = 'supplier' and a.name = f.supplier) as spent,
       (select coalesce(sum((s.before ->> 'driftKobo')::bigint), 0)::bigint from staff_actions s
        where s.action = 'acceptFloat' and s.subject = 'supplier ' || f.supplier) as accepted
     from supplier_floats f order by f.supplier`,
  );
  return rows.flatMap(({ supplier, spent, accepted, base }) => {
    const name = supplier.toLowerCase();
    const stated = koboOf(faces.find((simulator) => simulator.name === name)?.float ?? 0);
    const expected = OPENING_KOBO + koboOf(paidIn.get(name) ?? 0) - spent;
    return [
      ...(stated === expected ? [] : [`${supplier} states ${stated} kobo of ours, not ${expected}`]),
      ...(base === null || base === OPENING_KOBO + accepted
        ? []
        : [`the float at ${supplier} is measured by ${base} kobo, but ${accepted} kobo were accepted`]),
    ];
  });
}

const koboOf = (naira: number): bigint => BigInt(Math.round(naira * 100));
