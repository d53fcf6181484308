import type { Pool } from '../src/platform/db.ts';

/** GLAD states ₦1,000 more than the books explain. Gives what an admin sends who accepts that. */
export async function acceptDriftAtGlad(pool: Pool) {
  await pool.run(
    `insert into supplier_floats (supplier, float_kobo, read_at, asked_at, base_kobo, base_at, drift_kobo, drift_since)
     values ('GLAD', 100000, now(), now(), 0, now(), 100000, now())
     on conflict (supplier) do update set drift_kobo = excluded.drift_kobo, drift_since = excluded.drift_since`,
  );
  return { supplierName: 'GLAD', amount: 1_000, reason: 'We paid in' };
}
