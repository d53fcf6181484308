/**
 * Money that comes back from suppliers, the bank and the clock, for the races: two of the staff ask about it at one moment, or two jobs
 * come by.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { JournalView } from '../../../sandbox/src/control/views.ts';
import { expireCoupons } from '../../src/slices/coupons/expire-coupons.ts';
import { letCouponExpire, letScheduleEnd } from '../passing-time.ts';
import { BANK, type Person } from '../people.ts';
import { REVERSED, UNDECIDED } from '../quiet-phase.ts';
import { NAIRA, tries, untilRow, untilYes, type Contestant, type Result, type Stage } from './contestant.ts';

/** Refused by the bank after a while. */
const REFUSED_LATE = '0003';
/** How long the bank takes over what they refuse late: longer than the answer to a withdrawal is waited for. */
export const PROCESSING_MS = 2_500;
/** How soon what is taken back is taken back. */
export const REVERSAL_MS = 300;
/** What `NAIRA` of airtime costs. */
const AIRTIME_NAIRA = 990;
const LONGEST_MS = 60_000;

const accountWith = (ending: string): string => `${randomInt(100_000, 999_999)}${ending}`;
const phone = (ending: string): string => `0806${String(randomInt(1_000)).padStart(3, '0')}${ending}`;

/**
 * Whichever of several comes first does it, and nobody can say which: so the first one that ends counts as it, once `isDone` says so.
 */
function oneOf(
  attempts: readonly (() => Promise<unknown>)[],
  isDone: () => Promise<boolean>,
): (() => Promise<Result>)[] {
  let isCounted = false;
  return attempts.map((attempt) => async () => {
    await attempt();
    if (isCounted || !(await isDone()) || isCounted) return 'refused';
    isCounted = true;
    return 'done';
  });
}

const isIn = async ({ installation }: Stage, id: string, status: string): Promise<boolean> =>
  (await installation.owner.find('select from transactions where id = $1::bigint and status = $2', [
    id,
    status,
  ])) !== undefined;

/** Both of the staff ask what became of it; afterwards it has this status. */
function asked(stage: Stage, id: string, status: string): (() => Promise<Result>)[] {
  const asking = tries(stage, stage.cast.admins, 'reQueryWithdrawal', { transactionId: id });
  return oneOf(asking, () => isIn(stage, id, status));
}

async function untilReversed(
  { installation }: Stage,
  find: (journal: JournalView) => boolean,
): Promise<void> {
  const untilMs = performance.now() + LONGEST_MS;
  while (!find((await installation.control('journal')) as JournalView)) {
    if (performance.now() > untilMs) throw new Error('it was never taken back');
    await delay(50);
  }
}

async function buyAirtime(stage: Stage, person: Person, recipient: string): Promise<string> {
  const input = { network: 1, mobile_number: recipient, amount: NAIRA };
  const { receipt } = await untilYes(stage, person, 'buyAirtime', input);
  return receipt?._id ?? '';
}

/** Sold, and taken back by the supplier, of which nobody has heard. */
async function buyReversed(stage: Stage, person: Person): Promise<string> {
  const recipient = phone(REVERSED);
  const id = await buyAirtime(stage, person, recipient);
  await becomes(stage, id, 'success');
  await untilReversed(stage, ({ deliveries }) =>
    deliveries.some((delivery) => delivery.recipient === recipient && delivery.reversedAt !== undefined),
  );
  return id;
}

async function withdraw(stage: Stage, person: Person, accountNumber: string): Promise<string> {
  const account = { bankName: BANK, accountNumber };
  await untilYes(stage, person, 'validateBankAccount', account);
  const { receipt } = await untilYes(stage, person, 'withdraw', { ...account, amount: NAIRA });
  return receipt?._id ?? '';
}

const becomes = (stage: Stage, id: string, status: string): Promise<unknown> =>
  untilRow(stage, `select from transactions where id = $1::bigint and status = '${status}'`, id);

export const byProviders: readonly Contestant[] = [
  {
    name: 'purchase reversed',
    preparationNaira: AIRTIME_NAIRA,
    async prepare(person, stage) {
      const id = await buyReversed(stage, person);
      return { tries: asked(stage, id, 'refunded'), kobo: 99_000n, succeeds: 'once' };
    },
  },
  {
    // A purchase would go on to the next supplier.
    name: 'withdrawal refused late',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const id = await withdraw(stage, person, accountWith(REFUSED_LATE));
      // Nobody else asks before the race.
      await stage.installation.owner.run(
        `update withdrawals set next_check_at = now() + interval '1 hour' where transaction_id = $1::bigint`,
        [id],
      );
      await delay(PROCESSING_MS);
      return { tries: asked(stage, id, 'failed'), kobo: 100_000n, succeeds: 'once' };
    },
  },
  {
    name: 'withdrawal reversed',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const accountNumber = accountWith(REVERSED);
      const id = await withdraw(stage, person, accountNumber);
      await becomes(stage, id, 'success');
      await untilReversed(stage, ({ payouts }) =>
        payouts.some((payout) => payout.accountNumber === accountNumber && payout.reversedAt !== undefined),
      );
      return { tries: asked(stage, id, 'refunded'), kobo: 100_000n, succeeds: 'once' };
    },
  },
  {
    name: 'purchase decided by staff',
    preparationNaira: AIRTIME_NAIRA,
    async prepare(person, stage) {
      const id = await buyAirtime(stage, person, phone(UNDECIDED));
      await letScheduleEnd(stage.installation.owner, id);
      await untilRow(
        stage,
        `select from purchase_attempts where transaction_id = $1::bigint and state = 'manual'`,
        id,
      );
      const input = { id, outcome: 'returned', reason: 'The supplier wrote' };
      return {
        tries: tries(stage, stage.cast.admins, 'decideWaiting', input),
        kobo: 99_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'cost of a refund recovered',
    preparationNaira: AIRTIME_NAIRA,
    async prepare(person, stage) {
      const id = await buyReversed(stage, person);
      await untilYes(stage, stage.cast.admins[0], 'refund', { id, reason: 'It never arrived' });
      const input = { id, reason: 'Their statement says so' };
      return {
        tries: tries(stage, stage.cast.admins, 'recoverRefund', input),
        kobo: 0n,
        succeeds: 'once',
        leftKobo: 99_000n,
      };
    },
  },
  {
    name: 'coupon expired',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const input = { userAccount: stage.cast.vendor.userName, amount: NAIRA };
      await untilYes(stage, person, 'generateCoupon', input);
      const { owner } = stage.installation;
      const { id } = await untilRow<{ id: bigint }>(
        stage,
        'select id from coupons where maker_id = $1::bigint order by id desc limit 1',
        String(person.userId),
      );
      await letCouponExpire(owner, id);
      const context = { pool: owner, events: { publish: () => undefined }, log: pino({ level: 'silent' }) };
      const isOver = async (): Promise<boolean> =>
        (await owner.find('select from coupons where id = $1 and voided_at is not null', [id])) !== undefined;
      const coming = (): Promise<boolean> => expireCoupons(context);
      return { tries: oneOf([coming, coming], isOver), kobo: 100_000n, succeeds: 'once' };
    },
  },
];
