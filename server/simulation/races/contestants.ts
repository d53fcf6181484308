/** Every operation that moves money, prepared so that it can be let go at one moment with another one. */
import { randomInt } from 'node:crypto';
import type { CallName } from '@jara/contract/paths.ts';
import {
  accountOf,
  NAIRA,
  tries,
  untilRow,
  untilYes,
  type Contestant,
  type Result,
  type Stage,
} from './contestant.ts';
import { byProviders } from './provider-contestants.ts';
import { byStaff } from './staff-contestants.ts';
import type { Person } from '../people.ts';

const TRIES = 2;

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
    name: 'coupon of staff',
    prepare: async ({ userName }, stage) => ({
      tries: tries(stage, stage.cast.admins, 'generateCoupon', { userAccount: userName, amount: NAIRA }),
      kobo: 0n,
      succeeds: 'each',
    }),
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
];

export const contestants: readonly Contestant[] = [...debits, ...credits, ...byStaff, ...byProviders];
