/**
 * Whose meter it is. Names and addresses of strangers stand behind every number, and each question costs: an answer serves everybody
 * for ten minutes, one user asks a limited number of times, and money moves only for a meter that the company knows.
 */
import { meterCompanies, meterTypes } from '@jara/contract/constants.ts';
import { digitsIn } from '@jara/contract/digits.ts';
import { kobo, type Kobo } from '@jara/contract/money.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { Meter } from '../../outside/suppliers/supplier.ts';
import { countAttempt, refuseTooManyAttempts, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';

export interface KnownMeter {
  name: string;
  address: string | null;
  /** The least that the company sells for this meter, where it says so. */
  minimumKobo: Kobo | null;
}

const CHECK_METER = 'Please check the meter number entered';
const ANSWER_LASTS = `interval '10 minutes'`;
const VALIDATION_LASTS = `interval '15 minutes'`;

interface MeterInput {
  meterId: string | number;
  meterNumber: string;
  meterType: string;
}

/** The meter that a body names, however its digits are grouped and whatever stands around them. Refuses with meter_invalid what cannot be one. */
export function meterOrRefuse({ meterId, meterNumber, meterType }: MeterInput): Meter {
  const company = meterCompanies.find(({ id }) => String(id) === String(meterId).trim());
  if (company === undefined) refuseField('meterId', 'Choose the electricity company');
  const type = meterTypes.find((name) => name === meterType.trim().toLowerCase());
  if (type === undefined) refuseField('meterType', 'Choose prepaid or postpaid');
  const digits = digitsIn(meterNumber, /^\d{6,15}$/) ?? refuseInvalid(CHECK_METER);
  return { disco: company.name, meterType: type, meterNumber: digits };
}

/** The refused body carries `name`: what the client shows in the place of the owner's (S8.7). */
function refuseInvalid(words: string): never {
  refuse('meter_invalid', {
    msg: words,
    errors: [{ field: 'meterNumber', msg: words }],
    body: { name: words },
  });
}

interface Row {
  name: string;
  address: string | null;
  minimumKobo: bigint | null;
}

const columns = `customer_name as name, address, minimum_kobo as "minimumKobo"`;
const toMeter = ({ minimumKobo, ...row }: Row): KnownMeter => ({
  ...row,
  minimumKobo: minimumKobo === null ? null : kobo(minimumKobo),
});

/**
 * For the call: counts each question of a user, and gives the header fields that say how many are left. Refuses with meter_invalid,
 * too_many_requests, unavailable.
 */
export async function validateFor(
  context: Context,
  asker: Asker,
  meter: Meter,
): Promise<{ known: KnownMeter; headers: Record<string, string> }> {
  const headers = await countAttempt(context.pool, rule(context, 'meter_check', asker));
  const asked = await ask(context, asker.userId, meter);
  return 'invalid' in asked ? refuseInvalid(asked.invalid) : { known: asked, headers };
}

/**
 * For a purchase: the meter as this user validated it in the last quarter of an hour, or asked for now. Only wrong numbers are counted
 * here, so that a program may buy for many meters. Refuses like `validateFor`.
 */
export async function validatedFor(context: Context, asker: Asker, meter: Meter): Promise<KnownMeter> {
  const { userId } = asker;
  const row = await context.pool.find<Row>(
    `select ${columns} from meter_checks where user_id = $1 and disco = $2 and meter_type = $3 and meter_number = $4
       and validated_at > now() - ${VALIDATION_LASTS}`,
    [userId, ...keyOf(meter)],
  );
  if (row !== undefined) return toMeter(row);
  const guesses = rule(context, 'meter_guess', asker);
  await refuseTooManyAttempts(context.pool, guesses);
  const asked = await ask(context, userId, meter);
  if (!('invalid' in asked)) return asked;
  await countAttempt(context.pool, guesses);
  return refuseInvalid(asked.invalid);
}

type Asker = Pick<Principal, 'userId' | 'via'>;

/** A program asks for all customers of its owner, so it may ask more often. */
const rule = ({ config: { limits } }: Context, name: string, { userId, via }: Asker): AttemptRule => ({
  name,
  parts: [String(userId), via],
  most: via === 'api_token' ? limits.meterChecksPerHourByToken : limits.meterChecksPerHour,
  windowSeconds: HOUR_SECONDS,
});

const keyOf = ({ disco, meterType, meterNumber }: Meter) => [disco, meterType, meterNumber];

interface Invalid {
  /** What the company says of the number. */
  invalid: string;
}

/** From what was answered a moment ago, else from the suppliers of the company, in the order of the routing. */
async function ask(context: Context, userId: bigint, meter: Meter): Promise<KnownMeter | Invalid> {
  const { pool, catalogue, suppliers } = context;
  const remembered = await pool.find<Row & { answeredAt: Date }>(
    `select ${columns}, answered_at as "answeredAt" from meter_checks
     where disco = $1 and meter_type = $2 and meter_number = $3 and answered_at > now() - ${ANSWER_LASTS}
     order by answered_at desc limit 1`,
    keyOf(meter),
  );
  if (remembered !== undefined) {
    await remember(pool, userId, meter, toMeter(remembered), remembered.answeredAt);
    return toMeter(remembered);
  }
  for (const name of catalogue.now.suppliersFor(meter.disco, 'electricity')) {
    const answer = await suppliers.get(name)?.checkMeter(meter);
    if (answer?.outcome === 'invalid') return { invalid: answer.words ?? CHECK_METER };
    if (answer?.outcome !== 'known') continue;
    await remember(pool, userId, meter, answer, null);
    return answer;
  }
  refuse('unavailable', { msg: `${meter.disco} does not answer now. Nothing was charged; try again` });
}

/** `answeredAt` null: the company said so now. */
async function remember(
  db: Db,
  userId: bigint,
  meter: Meter,
  { name, address, minimumKobo }: KnownMeter,
  answeredAt: Date | null,
): Promise<void> {
  await db.run(
    `insert into meter_checks (user_id, disco, meter_type, meter_number, customer_name, address, minimum_kobo, answered_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now()))
     on conflict (user_id, disco, meter_type, meter_number) do update set
       customer_name = excluded.customer_name, address = excluded.address, minimum_kobo = excluded.minimum_kobo,
       answered_at = excluded.answered_at, validated_at = now()`,
    [userId, ...keyOf(meter), name, address, minimumKobo, answeredAt],
  );
}

/** Whose meter a user's electricity was bought for, as long as that is remembered. */
export async function findMeterOwner(
  db: Db,
  { userId, type, network, recipient }: TransactionRecord,
): Promise<string | undefined> {
  if (type !== 'electricity') return undefined;
  const row = await db.find<{ name: string }>(
    `select customer_name as name from meter_checks where user_id = $1 and disco = $2 and meter_number = $3
     order by validated_at desc limit 1`,
    [userId, network, recipient],
  );
  return row?.name;
}

/** Forgets whose meters they were; for a job. */
export async function removeOldMeterChecks(db: Db): Promise<void> {
  await db.run(`delete from meter_checks where validated_at < now() - interval '1 day'`);
}
