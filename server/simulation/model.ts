/**
 * What every wallet has to hold, from what clients were answered and what the providers say they did. Neither balances nor entries are
 * read. Of the rest of the books: whose card or account a payment was for, what staff refunded, credited from suspense, debited and voided,
 * what was delivered late, and, where a client never got a word, whether its request was carried out.
 */
import type { DeliveryView, JournalView } from '../../sandbox/src/control/views.ts';
import type { Db } from '../src/platform/db.ts';
import type { Operation } from './client.ts';
import { payoutReference, purchaseReference } from './journal-oracle.ts';
import type { Load } from './load.ts';
import { madeBy, type Made, type MadeByKey } from './made.ts';
import type { Cast, Person } from './people.ts';
import { UNDECIDED } from './quiet-phase.ts';

const UPGRADE_KOBO = 100_000n;
const REWARD_KOBO = 50_000n;
const FEE_BASIS_POINTS = 100n;

export interface Drift {
  kobo: bigint;
  /** Wallets and earnings that hold something else. */
  differences: string[];
  /** Delivered or paid after the money had been returned: at the cost of the house. */
  late: number;
}

interface Facts {
  db: Db;
  cast: Cast;
  upgraded: Load['upgraded'];
  operations: readonly Operation[];
  made: MadeByKey;
  journal: JournalView;
}

export async function findDrift(facts: Facts): Promise<Drift> {
  const model = new Model(facts, await readHouse(facts.db));
  model.replay();
  const held = await facts.db.rows<{ userId: bigint; kind: 'wallet' | 'earnings'; balance: bigint }>(
    'select user_id as "userId", kind, balance from accounts where user_id = any($1)',
    [[...model.people.keys()]],
  );
  const differences: string[] = [];
  let kobo = 0n;
  for (const { userId, kind, balance } of held) {
    const expected = model[kind].get(userId) ?? 0n;
    if (expected === balance) continue;
    kobo += expected > balance ? expected - balance : balance - expected;
    differences.push(
      `the ${kind} of ${model.people.get(userId)?.userName} holds ${balance} kobo, not ${expected}`,
    );
  }
  return { kobo, differences, late: model.late };
}

/** What the answers alone do not say. */
interface House {
  /** Ids of purchases that staff refunded. */
  refunded: ReadonlySet<string>;
  /** References of purchases and withdrawals whose money was returned before they were delivered. */
  late: ReadonlySet<string>;
  ownerOfCard: ReadonlyMap<string, bigint>;
  ownerOfAccount: ReadonlyMap<string, bigint>;
  credits: readonly { userId: bigint; kobo: bigint }[];
}

async function readHouse(db: Db): Promise<House> {
  const refunded = await db.rows<{ id: string }>(
    `select reference as id from postings where code = 'purchase.refund'`,
  );
  const late = await db.rows<{ reference: string }>(
    `select t.reference from transactions t join purchase_attempts a on a.transaction_id = t.id
     where t.status = 'failed' and a.state = 'delivered_late'
     union all select reference from withdrawals where state = 'delivered_late'`,
  );
  const cards = await db.rows<{ name: string; userId: bigint }>(
    'select reference as name, user_id as "userId" from payments',
  );
  const accounts = await db.rows<{ name: string; userId: bigint }>(
    'select account_number as name, user_id as "userId" from reserved_accounts where account_number is not null',
  );
  const credits = await db.rows<{ userId: bigint; kobo: bigint }>(
    `select user_id as "userId", amount_kobo - fee_kobo as kobo from suspense_decisions where outcome = 'credit'
     union all select user_id, -taken_kobo from debits
     union all select maker_id, amount_kobo from coupons where voided_at is not null and paid_from = 'wallet'`,
  );
  const owners = (rows: readonly { name: string; userId: bigint }[]) =>
    new Map(rows.map(({ name, userId }) => [name, userId]));
  return {
    refunded: new Set(refunded.map(({ id }) => id)),
    late: new Set(late.map(({ reference }) => reference)),
    ownerOfCard: owners(cards),
    ownerOfAccount: owners(accounts),
    credits,
  };
}

class Model {
  readonly people = new Map<bigint, Person>();
  readonly wallet = new Map<bigint, bigint>();
  readonly earnings = new Map<bigint, bigint>();
  late = 0;
  readonly #facts: Facts;
  readonly #house: House;
  readonly #byUserName = new Map<string, Person>();
  readonly #deliveries = new Map<string, DeliveryView[]>();
  readonly #payouts: ReadonlyMap<string, boolean>;

  constructor(facts: Facts, house: House) {
    this.#facts = facts;
    this.#house = house;
    const { cast, upgraded, journal } = facts;
    for (const person of [...cast.buyers, cast.vendor, ...cast.admins, ...upgraded.keys()]) {
      this.people.set(person.userId, person);
      this.wallet.set(person.userId, person.openingKobo);
      this.#byUserName.set(person.userName, person);
    }
    for (const delivery of journal.deliveries) {
      const name = purchaseReference(delivery);
      this.#deliveries.set(name, [...(this.#deliveries.get(name) ?? []), delivery]);
    }
    this.#payouts = new Map(
      journal.payouts.map((payout) => [payoutReference(payout), payout.reversedAt === undefined]),
    );
  }

  replay(): void {
    for (const operation of this.#facts.operations) this.#apply(operation);
    for (const { gateway, reference, accountNumber, amount } of this.#facts.journal.payments) {
      const { ownerOfCard, ownerOfAccount } = this.#house;
      const owner =
        gateway === 'squad' ? ownerOfCard.get(reference) : ownerOfAccount.get(accountNumber ?? '');
      if (owner !== undefined) add(this.wallet, owner, lessFee(koboOf(amount)));
    }
    for (const { userId, kobo } of this.#house.credits) add(this.wallet, userId, kobo);
  }

  #apply(operation: Operation): void {
    const { call, person, input, word, body } = operation;
    const made = madeBy(this.#facts.made, operation);
    const isDone = ['yes', 'accepted', 'returned'].includes(word) || made !== undefined;
    if (!isDone) return;
    const { userId } = person;
    const moved = body.receipt === undefined ? (made?.amountKobo ?? 0n) : koboOf(body.receipt.trans_amount);
    const reference = body.receipt?.reference ?? made?.reference ?? '';
    if (call === 'testTopUp') add(this.wallet, userId, koboOf(input['amount']));
    if (call === 'transferFund') this.#transfer(operation);
    if (call === 'generateCoupon' && person === this.#facts.cast.vendor)
      add(this.wallet, userId, -koboOf(input['amount']));
    if (call === 'redeemCoupon' || call === 'withdrawEarning') add(this.wallet, userId, moved);
    if (call === 'withdrawEarning') add(this.earnings, userId, -moved);
    if (call === 'upgradeToReseller') this.#upgrade(person);
    if (call === 'withdraw' && this.#isPaidOut(operation, reference, made?.status))
      add(this.wallet, userId, -moved);
    if (call.startsWith('buy') && this.#isPaid(operation, reference, made)) add(this.wallet, userId, -moved);
  }

  #transfer({ person, input }: Operation): void {
    const kobo = koboOf(input['amount']);
    const receiver = this.#byUserName.get(String(input['userName']));
    if (receiver !== undefined) add(this.wallet, receiver.userId, kobo);
    if (!this.#facts.cast.admins.includes(person)) add(this.wallet, person.userId, -kobo);
  }

  #upgrade(person: Person): void {
    add(this.wallet, person.userId, -UPGRADE_KOBO);
    const referrer = this.#facts.upgraded.get(person);
    if (referrer !== undefined) add(this.earnings, referrer.userId, REWARD_KOBO);
  }

  /** Whether it was, nobody will ever say: the books do, where staff have decided. */
  #isPaidOut({ input }: Operation, reference: string, status: string | null | undefined): boolean {
    if (String(input['accountNumber']).endsWith(UNDECIDED)) return status === 'pending';
    const isPaid = this.#payouts.get(reference) === true;
    return isPaid && !this.#isLate(reference);
  }

  /** Delivered and not taken back, or nobody will ever say and staff have not decided. */
  #isPaid({ input }: Operation, reference: string, made: Made | undefined): boolean {
    if (made !== undefined && this.#house.refunded.has(made.id)) return false;
    const deliveries = this.#deliveries.get(reference) ?? [];
    if (deliveries.length === 0)
      return String(input['mobile_number']).endsWith(UNDECIDED) && made?.status === 'pending';
    return deliveries.some(({ reversedAt }) => reversedAt === undefined) && !this.#isLate(reference);
  }

  #isLate(reference: string): boolean {
    if (!this.#house.late.has(reference)) return false;
    this.late += 1;
    return true;
  }
}

function add(balances: Map<bigint, bigint>, userId: bigint, kobo: bigint): void {
  balances.set(userId, (balances.get(userId) ?? 0n) + kobo);
}

const koboOf = (naira: unknown): bigint => BigInt(Math.round(Number(naira) * 100));

/** Half up to the kobo. */
const lessFee = (paid: bigint): bigint => paid - (paid * FEE_BASIS_POINTS + 5_000n) / 10_000n;
