/**
 * Our money at the suppliers, as they say themselves. Each is asked every few minutes by one process; what it says is kept, and staff
 * are told by mail and in the log when little is left. A float that is empty is a certain refusal, so purchases go to the next supplier meanwhile.
 */
import { formatKobo, kobo, naira, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { queueMailToAdmins } from '../mails/queue-mail.ts';
import { raiseAlarm } from '../mails/staff-alarms.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { compareFloat } from './float-drift.ts';

export interface SupplierFloat {
  supplier: string;
  /** The last reading that succeeded; null before the first one. */
  floatKobo: Kobo | null;
  readAt: Date | null;
  /** Why the last question gave no reading; null when it did. */
  problem: string | null;
}

/** What is known of the floats, for staff: by supplier, with the time of each reading. Calls nobody. */
export async function readSupplierFloats(db: Db): Promise<SupplierFloat[]> {
  const rows = await db.rows<Omit<SupplierFloat, 'floatKobo'> & { floatKobo: bigint | null }>(
    `select supplier, float_kobo as "floatKobo", read_at as "readAt", problem from supplier_floats order by supplier`,
  );
  return rows.map((row) => ({ ...row, floatKobo: row.floatKobo === null ? null : kobo(row.floatKobo) }));
}

const ASKED_ANEW_AFTER = `interval '3 minutes'`;
const REPEATED_AFTER = `interval '1 hour'`;

/** One round: asks the suppliers that nobody asked lately. Gives how many that were. */
export async function checkSupplierFloats(context: Context): Promise<number> {
  const { pool, suppliers } = context;
  const due = await pool.rows<{ supplier: string }>(
    `insert into supplier_floats as f (supplier, asked_at) select name, now() from unnest($1::text[]) as s(name)
     on conflict (supplier) do update set asked_at = now() where f.asked_at < now() - ${ASKED_ANEW_AFTER}
     returning supplier`,
    [[...suppliers.keys()]],
  );
  await Promise.all(due.map(({ supplier }) => ask(context, supplier)));
  return due.length;
}

async function ask({ pool, log, config, suppliers }: Context, supplier: string): Promise<void> {
  crashPoint('float.read.before_call');
  const answer = await suppliers.get(supplier)?.readFloat();
  crashPoint('float.read.after_call');
  if (answer === undefined) return;
  if (answer.outcome === 'unknown') {
    await pool.run('update supplier_floats set problem = $2 where supplier = $1', [supplier, answer.problem]);
    log.warn({ supplier, problem: answer.problem }, 'a supplier does not say what our float is');
    return;
  }
  const { floatKobo } = answer;
  const isLow = floatKobo < naira(config.supplierFloatAlarmNaira);
  // Told when it becomes low and then every hour; once it is filled again, the next time is news.
  const toleranceKobo = naira(config.supplierFloatToleranceNaira);
  const { isNews, drift } = await pool.commit(async (db) => {
    const noted = await noteReading(db, supplier, { floatKobo, isLow });
    if (noted) await queueMailToAdmins(db, 'float_low');
    const compared = await compareFloat(db, supplier, { floatKobo, toleranceKobo });
    if (compared.driftKobo !== null)
      await raiseAlarm(db, {
        kind: 'float_drift',
        subject: supplier,
        words: `${supplier} states ${formatKobo(floatKobo)}, which is ${formatKobo(kobo(compared.driftKobo))} off what the books explain`,
      });
    crashPoint('float.read.before_commit');
    return { isNews: noted, drift: compared };
  });
  crashPoint('float.read.after_commit');
  if (isNews) {
    log.error({ supplier, float: formatKobo(floatKobo) }, 'our float at a supplier is low: fill it up');
  }
  if (drift.isNews && drift.driftKobo !== null) {
    log.error(
      { supplier, float: formatKobo(floatKobo), drift: formatKobo(kobo(drift.driftKobo)) },
      'our float at a supplier is not what the books explain: staff must find out why',
    );
  }
}

/** Returns whether staff should be notified. */
async function noteReading(
  db: Db,
  supplier: string,
  { floatKobo, isLow }: { floatKobo: Kobo; isLow: boolean },
): Promise<boolean> {
  const { isNews } = await db.get<{ isNews: boolean }>(
    `with before as (select alarmed_at from supplier_floats where supplier = $1)
     update supplier_floats f set float_kobo = $2, read_at = now(), problem = null,
       alarmed_at = case when not $3 then null
         when before.alarmed_at is null or before.alarmed_at < now() - ${REPEATED_AFTER} then now() else before.alarmed_at end
     from before where f.supplier = $1
     returning $3 and (before.alarmed_at is null or before.alarmed_at < now() - ${REPEATED_AFTER}) as "isNews"`,
    [supplier, floatKobo, isLow],
  );
  return isNews;
}
