import type { Pool } from '../src/platform/db.ts';

/** GLAD states so many naira more than the books explain, or less. Gives what an admin sends who accepts that. */
export async function acceptDriftAtGlad(pool: Pool, amount = 1_000) {
  await pool.run(
    `insert into supplier_floats (supplier, float_kobo, read_at, asked_at, base_kobo, base_at, drift_kobo, drift_since)
     values ('GLAD', 100000, now(), now(), 0, now(), $1, now())
     on conflict (supplier) do update set drift_kobo = excluded.drift_kobo, drift_since = excluded.drift_since`,
    [Math.round(amount * 100)],
  );
  return { supplierName: 'GLAD', amount, reason: 'We paid in' };
}
