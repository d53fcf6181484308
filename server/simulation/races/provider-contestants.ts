/**
 * Money that comes back from suppliers, the bank and the clock, for the races: two of the staff ask about it at one moment, or two jobs
 * come by.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { JournalView } from '../../../sandbox/src/control/views.ts';
import { expireCoupons } from '../../src/slices/coupons/expire-coupons.ts';
import { payoutReference, purchaseReference } from '../journal-oracle.ts';
import { letCouponExpire, letScheduleEnd } from '../passing-time.ts';
import { BANK, type Person } from '../people.ts';
import { REVERSED, UNDECIDED } from '../quiet-phase.ts';
import {
  NAIRA,
  tries,
  untilRow,
  untilYes,
  type Contestant,
  type Prepared,
  type Result,
  type Stage,
} from './contestant.ts';

/** Refused by the bank after a while. */
const REFUSED_LATE = '0003';
/** How long the bank takes over what they refuse late: longer than the answer to a withdrawal is waited for. */
export const PROCESSING_MS = 2_500;
/** How soon what is taken back is taken back. */
export const REVERSAL_MS = 300;
/** What `NAIRA` of airtime costs. */
const AIRTIME_NAIRA = 990;
/** By then what is refused late is refused, however slow its clock is. */
const REFUSED_MS = PROCESSING_MS + 500;
const LONGEST_MS = 60_000;

const accountWith = (ending: string): string => `${randomInt(100_000, 999_999)}${ending}`;
const phone = (ending: string): string => `0806${String(randomInt(1_000)).padStart(3, '0')}${ending}`;

/**
 * Whichever of several comes first does it, and nobody can say which: so the first one that ends counts as it, once `isOver` says so.
 */
function oneOf(
  attempts: readonly (() => Promise<unknown>)[],
  isOver: () => Promise<boolean>,
): Pick<Prepared, 'tries' | 'isOver'> {
  let isCounted = false;
  const attempt = async (go: () => Promise<unknown>): Promise<Result> => {
    await go();
    if (isCounted || !(await isOver()) || isCounted) return 'refused';
    isCounted = true;
    return 'done';
  };
  return { tries: attempts.map((go) => () => attempt(go)), isOver };
}

const isIn = async ({ installation }: Stage, id: string, status: string): Promise<boolean> =>
  (await installation.owner.find('select from transactions where id = $1::bigint and status = $2', [
    id,
    status,
  ])) !== undefined;

/** Both of the staff ask what became of it; afterwards it has this status. */
function asked(stage: Stage, id: string, status: string): Pick<Prepared, 'tries' | 'isOver'> {
  const asking = tries(stage, stage.cast.admins, 'reQueryWithdrawal', { transactionId: id });
  return oneOf(asking, () => isIn(stage, id, status));
}

async function untilReversed(
  { journal }: Stage,
  isReversed: (journal: JournalView) => boolean,
): Promise<void> {
  const untilMs = performance.now() + LONGEST_MS;
  while (!isReversed(await journal()))
    if (performance.now() > untilMs) throw new Error('it was never taken back');
}

interface Sale {
  id: string;
  reference: string;
}

async function buyAirtime(stage: Stage, person: Person, recipient: string): Promise<Sale> {
  const input = { network: 1, mobile_number: recipient, amount: NAIRA };
  const { receipt } = await untilYes(stage, person, 'buyAirtime', input);
  return { id: receipt?._id ?? '', reference: receipt?.reference ?? '' };
}

/** Nobody else asks before the race. */
const letNobodyAsk = (
  { installation }: Stage,
  table: 'purchase_attempts' | 'withdrawals',
  check: 'next_check_at' | 'return_check_at',
  id: string,
): Promise<unknown> =>
  installation.owner.run(
    `update ${table} set ${check} = now() + interval '1 hour' where transaction_id = $1::bigint and ${check} is not null`,
    [id],
  );

/** Sold, and taken back by the supplier, of which nobody has heard. */
async function buyReversed(stage: Stage, person: Person): Promise<string> {
  const { id, reference } = await buyAirtime(stage, person, phone(REVERSED));
  await becomes(stage, id, 'success');
  await letNobodyAsk(stage, 'purchase_attempts', 'return_check_at', id);
  await untilReversed(stage, ({ deliveries }) =>
    deliveries.some(
      (delivery) => delivery.reversedAt !== undefined && purchaseReference(delivery) === reference,
    ),
  );
  return id;
}

const MOST_SALES = 5;

/** Refunded by staff, before anybody heard that the supplier took it back. */
async function refundReversed(stage: Stage, person: Person): Promise<string> {
  const [admin] = stage.cast.admins;
  for (let sales = 1; ; sales += 1) {
    const id = await buyReversed(stage, person);
    const input = { id, reason: 'It never arrived' };
    const sending = { call: 'refund', person: admin, input, key: stage.nextKey() } as const;
    const { word, status, body } = await stage.client.send(sending);
    if (word === 'yes') return id;
    // A question that was asked while the sale was still open may hear of it first, and the money is back in another way.
    if (body.code !== 'already_refunded' || sales === MOST_SALES)
      throw new Error(`refund: ${status} ${JSON.stringify(body)}`);
  }
}

/** A bank that refuses at once gives the money back at once. */
async function withdraw(
  stage: Stage,
  person: Person,
  accountNumber: string,
): Promise<Sale & { isReturned: boolean }> {
  const account = { bankName: BANK, accountNumber };
  await untilYes(stage, person, 'validateBankAccount', account);
  const input = { ...account, amount: NAIRA };
  const sending = { call: 'withdraw', person, input, key: stage.nextKey() } as const;
  const { word, status, body } = await stage.client.send(sending);
  if (body.receipt === undefined) throw new Error(`withdraw: ${status} ${JSON.stringify(body)}`);
  const { _id: id, reference } = body.receipt;
  return { id, reference, isReturned: word === 'returned' };
}

const becomes = (stage: Stage, id: string, status: string): Promise<unknown> =>
  untilRow(stage, `select from transactions where id = $1::bigint and status = '${status}'`, id);

export const byProviders: readonly Contestant[] = [
  {
    name: 'purchase reversed',
    preparationNaira: AIRTIME_NAIRA,
    async prepare(person, stage) {
      const id = await buyReversed(stage, person);
      return { ...asked(stage, id, 'refunded'), kobo: 99_000n, succeeds: 'once' };
    },
  },
  {
    // A purchase would go on to the next supplier.
    name: 'withdrawal refused late',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const { id, isReturned } = await withdraw(stage, person, accountWith(REFUSED_LATE));
      if (!isReturned) {
        // From then on the bank knows of it.
        await untilRow(
          stage,
          `select from withdrawals where transaction_id = $1::bigint and state not in ('held', 'sent')`,
          id,
        );
        await letNobodyAsk(stage, 'withdrawals', 'next_check_at', id);
        await delay(REFUSED_MS);
      }
      return { ...asked(stage, id, 'failed'), kobo: 100_000n, succeeds: 'once' };
    },
  },
  {
    name: 'withdrawal reversed',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const { id, reference, isReturned } = await withdraw(stage, person, accountWith(REVERSED));
      if (!isReturned) {
        await becomes(stage, id, 'success');
        await letNobodyAsk(stage, 'withdrawals', 'return_check_at', id);
        await untilReversed(stage, ({ payouts }) =>
          payouts.some((payout) => payout.reversedAt !== undefined && payoutReference(payout) === reference),
        );
      }
      const status = isReturned ? 'failed' : 'refunded';
      return { ...asked(stage, id, status), kobo: 100_000n, succeeds: 'once' };
    },
  },
  {
    name: 'purchase decided by staff',
    preparationNaira: AIRTIME_NAIRA,
    async prepare(person, stage) {
      const { id } = await buyAirtime(stage, person, phone(UNDECIDED));
      // It may still be on its way to the supplier.
      await untilRow(
        stage,
        `select from purchase_attempts where transaction_id = $1::bigint and state = 'manual'`,
        id,
        () => letScheduleEnd(stage.installation.owner, id),
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
      const id = await refundReversed(stage, person);
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
      const context = { pool: owner, events: { publish: () => undefined }, log: pino({ level: 'silent' }) };
      const isOver = async (): Promise<boolean> =>
        (await owner.find('select from coupons where id = $1 and voided_at is not null', [id])) !== undefined;
      const coming = (): Promise<boolean> => expireCoupons(context);
      return {
        ...oneOf([coming, coming], isOver),
        kobo: 100_000n,
        succeeds: 'once',
        // Every job that comes by voids what is over.
        atLast: () => letCouponExpire(owner, id),
      };
    },
  },
];
