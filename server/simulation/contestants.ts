/** Every operation that moves money, prepared so that it can be let go at one moment with another one. */
import { setTimeout as delay } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import type { CallName } from '@jara/contract/paths.ts';
import type { AnswerBody, Client, Operation } from './client.ts';
import type { Installation } from './installation.ts';
import { BANK, type Cast, type Person } from './people.ts';

/** What one try came to: `returned` when it was done and undone. */
type Result = 'done' | 'refused' | 'returned';

/** An operation that is ready: each of its tries is let go at the same moment. */
export interface Prepared {
  tries: readonly (() => Promise<Result>)[];
  /** What it does to the wallet when it is done. */
  kobo: bigint;
  /** How many of the tries are done: all of them, one, those that the wallet has money for, or one at most and only with money for it. */
  succeeds: 'each' | 'once' | 'by money' | 'once by money';
  /** What its preparation left in the wallet. */
  leftKobo?: bigint;
  /** Of what takes whatever the wallet holds, up to a sum: what it took, once it is done. */
  takenKobo?: () => Promise<bigint>;
}

export interface Contestant {
  name: string;
  /** What the wallet has to hold before it is prepared, and then holds no more. */
  preparationNaira?: number;
  prepare(person: Person, stage: Stage): Promise<Prepared>;
}

export interface Stage {
  installation: Installation;
  client: Client;
  cast: Cast;
  nextKey(): string;
}

/** Of every debit; each of them costs so much or a little more, so that money for one is money for one. */
const NAIRA = 1_000;
const TRIES = 2;

const resultOf = ({ word }: Operation): Result =>
  word === 'yes' || word === 'accepted' ? 'done' : word === 'returned' ? 'returned' : 'refused';

/** One call several times, each under a key of its own, or as several people. */
function tries(
  { client, nextKey }: Stage,
  callers: readonly Person[],
  call: CallName,
  input: Record<string, unknown>,
): (() => Promise<Result>)[] {
  return callers.map(
    (person) => async () => resultOf(await client.send({ call, person, input, key: nextKey() })),
  );
}

const phone = (): string => `0803${String(randomInt(1_000)).padStart(3, '0')}5555`;

/** A call that takes money out of the wallet. */
function debit(
  name: string,
  call: CallName,
  costNaira: number,
  inputFor: (person: Person, stage: Stage) => object,
): Contestant {
  return {
    name,
    async prepare(person, stage) {
      if (call === 'withdraw') await untilYes(stage, person, 'validateBankAccount', accountOf());
      const callers = Array.from({ length: TRIES }, () => person);
      const input = { ...inputFor(person, stage) };
      return {
        tries: tries(stage, callers, call, input),
        kobo: BigInt(-costNaira * 100),
        succeeds: 'by money',
      };
    },
  };
}

const accountOf = () => ({ bankName: BANK, accountNumber: '0123455555' });

/** The first answer that is a yes. */
async function untilYes(
  { client, nextKey }: Stage,
  person: Person,
  call: CallName,
  input: Record<string, unknown>,
): Promise<AnswerBody> {
  const { word, status, body } = await client.send({ call, person, input, key: nextKey() });
  if (word !== 'yes' && word !== 'accepted') throw new Error(`${call}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const debits: readonly Contestant[] = [
  debit('airtime', 'buyAirtime', 990, () => ({ network: 1, mobile_number: phone(), amount: NAIRA })),
  debit('data', 'buyData', 1_240, () => ({ network: 1, mobile_number: phone(), plan: 3 })),
  debit('electricity', 'buyElectricity', NAIRA, () => ({
    meterId: 18,
    meterNumber: '45000005555',
    meterType: 'prepaid',
    amount: NAIRA - 50,
  })),
  debit('transfer', 'transferFund', NAIRA, (_person, { cast }) => ({
    userName: cast.vendor.userName,
    amount: NAIRA,
  })),
  debit('withdrawal', 'withdraw', NAIRA, () => ({ ...accountOf(), amount: NAIRA })),
  debit('coupon made', 'generateCoupon', NAIRA, (_person, { cast }) => ({
    userAccount: cast.vendor.userName,
    amount: NAIRA,
  })),
  debit('upgrade', 'upgradeToReseller', NAIRA, ({ userId }) => ({
    id: String(userId),
    userType: 'reseller',
  })),
];

const credits: readonly Contestant[] = [
  {
    name: 'top-up',
    prepare: async (person, stage) => ({
      tries: tries(stage, [person, person], 'testTopUp', { amount: 600 }),
      kobo: 60_000n,
      succeeds: 'each',
    }),
  },
  {
    name: 'money from staff',
    prepare: async ({ userName }, stage) => ({
      tries: tries(stage, stage.cast.admins, 'transferFund', { userName, amount: 600 }),
      kobo: 60_000n,
      succeeds: 'each',
    }),
  },
  {
    name: 'transfer received',
    async prepare({ userName }, stage) {
      const sender = await stage.cast.people.make({ openingNaira: NAIRA });
      const input = { userName, amount: NAIRA };
      return {
        tries: tries(stage, [sender, sender], 'transferFund', input),
        kobo: 100_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'coupon redeemed',
    async prepare(person, stage) {
      const [admin] = stage.cast.admins;
      const input = { userAccount: person.userName, amount: NAIRA };
      const { couponCode } = await untilYes(stage, admin, 'generateCoupon', input);
      return {
        tries: tries(stage, [person, person], 'redeemCoupon', { coupon: couponCode }),
        kobo: 100_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'coupon voided',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const [admin] = stage.cast.admins;
      const input = { userAccount: stage.cast.vendor.userName, amount: NAIRA };
      await untilYes(stage, person, 'generateCoupon', input);
      const { id } = await untilRow<{ id: bigint }>(
        stage,
        // The one that was just made: an earlier one is for the other side of the race.
        'select id from coupons where maker_id = $1::bigint order by id desc limit 1',
        String(person.userId),
      );
      const voided = { id: String(id), reason: 'The code got lost' };
      return {
        tries: [person, admin].flatMap((by) => tries(stage, [by], 'voidCoupon', voided)),
        kobo: 100_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'earnings',
    async prepare(person, stage) {
      const referee = await stage.cast.people.make({ openingNaira: NAIRA, referredBy: person.userName });
      const input = { id: String(referee.userId), userType: 'reseller' };
      await untilYes(stage, referee, 'upgradeToReseller', input);
      return {
        tries: tries(stage, [person, person], 'withdrawEarning', { amount: 500 }),
        kobo: 50_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'refund',
    preparationNaira: 990,
    async prepare(person, stage) {
      const input = { network: 1, mobile_number: phone(), amount: NAIRA };
      const { receipt } = await untilYes(stage, person, 'buyAirtime', input);
      const id = receipt?._id ?? '';
      await untilRow(stage, `select from transactions where id = $1::bigint and status = 'success'`, id);
      return {
        tries: tries(stage, stage.cast.admins, 'refund', { id, reason: 'It never arrived' }),
        kobo: 99_000n,
        succeeds: 'once',
      };
    },
  },
  {
    name: 'card payment',
    async prepare(person, stage) {
      const { reference } = await untilYes(stage, person, 'initiateSquadFunding', { amount: NAIRA });
      const pay = async (): Promise<Result> => {
        const answer = await stage.installation.control('pay', { reference });
        return (answer as { status?: string }).status === 'success' ? 'done' : 'refused'; // as it answers
      };
      return { tries: [pay, pay], kobo: 99_000n, succeeds: 'once' };
    },
  },
  {
    name: 'bank transfer',
    async prepare({ userId }, stage) {
      const accountNumber = `77${String(userId).padStart(8, '0')}`;
      await stage.installation.owner.run(
        `insert into reserved_accounts (user_id, bank, provider, reference, state, account_number, account_name)
         values ($1, 'palmpay', 'paymentpoint', $2, 'active', $2, 'Somebody') on conflict do nothing`,
        [userId, accountNumber],
      );
      const pay = async (): Promise<Result> => {
        await stage.installation.payByBank({ accountNumber, amount: NAIRA, hooks: 'twice' });
        return 'done';
      };
      return { tries: [pay, pay], kobo: 99_000n, succeeds: 'each' };
    },
  },
  {
    name: 'suspense credited',
    async prepare({ userName }, stage) {
      const accountNumber = `98${randomInt(10_000_000, 99_999_999)}`;
      const transactionId = await stage.installation.payByBank({
        accountNumber,
        amount: NAIRA,
        hooks: 'once',
      });
      const { id } = await untilRow<{ id: bigint }>(
        stage,
        `select id from postings where code = 'funding.suspense' and reference = 'paymentpoint:' || $1`,
        transactionId,
      );
      const input = { id: String(id), outcome: 'credit', userName, reason: 'The bank wrote' };
      return {
        tries: tries(stage, stage.cast.admins, 'decideSuspense', input),
        kobo: 99_000n,
        succeeds: 'once',
      };
    },
  },
];

/** Two of the staff: each asked for the debit of what came in, and confirms what the other one asked for. */
async function confirmations(
  stage: Stage,
  input: Record<string, unknown>,
): Promise<readonly (() => Promise<Result>)[]> {
  const [first, second] = stage.cast.admins;
  const held = [
    { maker: first, checker: second },
    { maker: second, checker: first },
  ].map(async ({ maker, checker }) => {
    const { staffRequest } = await untilYes(stage, maker, 'debit', { ...input, reason: 'It is not theirs' });
    const confirmed = { id: staffRequest?._id ?? '', reason: 'The bank wrote' };
    return tries(stage, [checker], 'confirmStaffRequest', confirmed);
  });
  return (await Promise.all(held)).flat();
}

const staffDebits: readonly Contestant[] = [
  {
    name: 'clawback',
    async prepare(person, stage) {
      const { receipt } = await untilYes(stage, person, 'testTopUp', { amount: NAIRA });
      const input = { id: receipt?._id ?? '', kind: 'clawback', amount: NAIRA - 10 };
      const confirming = await confirmations(stage, input);
      // They have spent it meanwhile.
      const sent = { userName: stage.cast.vendor.userName, amount: NAIRA };
      await untilYes(stage, person, 'transferFund', sent);
      return { tries: confirming, kobo: -99_000n, succeeds: 'once by money' };
    },
  },
  {
    name: 'chargeback',
    async prepare(person, stage) {
      const { installation } = stage;
      const { reference = '' } = await untilYes(stage, person, 'initiateSquadFunding', { amount: NAIRA });
      await installation.control('pay', { reference });
      const { id } = await untilRow<{ id: bigint }>(
        stage,
        `select transaction_id as id from payments where reference = $1 and state = 'credited'`,
        reference,
      );
      return {
        tries: await confirmations(stage, { id: String(id), kind: 'chargeback' }),
        kobo: 0n,
        succeeds: 'once',
        leftKobo: 99_000n,
        async takenKobo() {
          const row = await installation.owner.find<{ taken: bigint }>(
            'select taken_kobo as taken from debits where source_id = $1',
            [id],
          );
          return row?.taken ?? 0n;
        },
      };
    },
  },
];

export const contestants: readonly Contestant[] = [...debits, ...credits, ...staffDebits];

const ROW_MS = 60_000;

async function untilRow<Row>({ installation }: Stage, sql: string, param: string): Promise<Row> {
  const untilMs = performance.now() + ROW_MS;
  for (;;) {
    const row = await installation.owner.find<Row>(sql, [param]);
    if (row !== undefined) return row;
    if (performance.now() > untilMs) throw new Error(`it never came: ${sql}`);
    await delay(30);
  }
}
