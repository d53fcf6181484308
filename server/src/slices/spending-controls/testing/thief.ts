/** A thief with one thing that he stole, doing his worst. */
import { api, type Api } from '@jara/contract/api.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { naira } from '@jara/contract/money.ts';
import type { TestApp } from '../../../../test/app.ts';
import { meterId, meterOf } from '../../../../test/electricity.ts';
import type { TestUser } from '../../../../test/make.ts';
import { probes } from '../../../../test/probes.ts';
import { accountEnding, bankName } from '../../withdrawals/testing/fake-bank.ts';

/** Of the PIN that he sets himself where he can. */
export const pinOfThief = '7391';

/** In naira: from twice the largest sum that may leave any wallet, so that more than it would be missed, to what few have. */
export const wallets = [20_000, 50_000, 1_000_000, 20_000_000];

/** Somebody who may make every call of `taking`, and has earnings besides. */
export async function victim(app: TestApp, wallet: number): Promise<TestUser> {
  const ada = await app.make.user({ isCouponVendor: true, wallet: naira(wallet) });
  await probes.withdrawEarning({ app, receiverUrl: '' }, { owner: ada, caller: ada });
  return ada;
}

/** In naira, earnings included. */
export async function moneyOf(app: TestApp, { userId }: TestUser): Promise<number> {
  const { balance } = await app.context.pool.get<{ balance: bigint }>(
    `select sum(balance)::bigint as balance from accounts where user_id = $1 and kind in ('wallet', 'earnings')`,
    [userId],
  );
  return Number(balance) / 100;
}

/** All but a twentieth, or but a sum that may leave the smallest wallet too (docs/security.md). */
export const mustStay = (money: number, floor: number): number => money - Math.max(money * 0.05, floor);

type MoneyCall = { [Name in CallName]: Api[Name] extends { money: true } ? Name : never }[CallName];

/** Moves money of the caller by the contract, and takes none out of the account. */
export const bringing = [
  'initiateSquadFunding',
  'redeemCoupon',
  'testTopUp',
  'withdrawEarning',
] as const satisfies readonly MoneyCall[];

interface Attempt {
  app: TestApp;
  thief: TestUser;
  mule: TestUser;
  amount: number;
}
type Taking = (attempt: Attempt) => object | Promise<object>;

export const accountNumber = accountEnding('1234');
const phone = '08031235555';

/** What takes about so much out of the account by each other call that moves money: a new one does not compile until it is tried. */
export const taking: Readonly<Record<Exclude<MoneyCall, (typeof bringing)[number]>, Taking>> = {
  transferFund: ({ mule, amount }) => ({ userName: mule.userName, amount }),
  withdraw: ({ amount }) => ({ bankName, accountNumber, amount }),
  generateCoupon: ({ mule, amount }) => ({ userAccount: mule.userName, amount }),
  buyAirtime: ({ amount }) => ({ network: 1, mobile_number: phone, amount }),
  buyElectricity: ({ amount }) => ({
    meterId: meterId('Ikeja'),
    meterNumber: meterOf('5555'),
    meterType: 'prepaid',
    amount,
  }),
  buyData: async ({ app, amount }) => ({
    network: 1,
    mobile_number: phone,
    plan: await planFor(app, amount),
  }),
  // All sessions end by it, so it is the last.
  upgradeToReseller: ({ thief }) => ({ id: String(thief.userId), userType: 'reseller' }),
};
export const takingCalls = Object.keys(taking) as (keyof typeof taking)[]; // its own keys

async function planFor({ owner }: TestApp, amount: number): Promise<number> {
  const plan = await owner.find<{ id: number }>(
    `select id from plans where network = 'MTN' and is_available and deleted_at is null and smart_earner_kobo <= $1
     order by smart_earner_kobo desc limit 1`,
    [naira(amount)],
  );
  return plan?.id ?? 1;
}

const sums = [1_000_000, 200_000, 50_000, 10_000, 5_000, 2_000, 1_000, 300, 50];

/**
 * Everything that takes money out of an account, by the token that the thief has, in sums that shrink: whatever lets something through is
 * used until it does not, or until more is gone than may be.
 */
export async function takeEverything(app: TestApp, thief: TestUser, stays = 0): Promise<void> {
  const mule = await app.make.user();
  const as = app.as(thief);
  await as.call('validateBankAccount', { bankName, accountNumber });
  await as.call('withdrawEarning');
  const most = await moneyOf(app, thief);
  for (const amount of sums.filter((sum) => sum <= most)) {
    for (const name of takingCalls) {
      if (name === 'upgradeToReseller' && amount !== sums.at(-1)) continue;
      for (let isThrough = true; isThrough && (await moneyOf(app, thief)) >= stays;) {
        const input = await taking[name]({ app, thief, mule, amount });
        isThrough = (await as.call(name, { ...input, force: true, pin: pinOfThief })).status < 300;
      }
    }
  }
}

/** At ten to midnight in Lagos, and again when it has struck. */
export async function beforeAndAfterMidnight(app: TestApp, act: () => Promise<void>): Promise<void> {
  const { source } = await app.owner.get<{ source: string }>(
    `select pg_get_functiondef('lagos_midnight'::regproc) as source`,
  );
  await act();
  const { now } = await app.owner.get<{ now: string }>('select clock_timestamp()::text as now');
  await app.owner
    .run(`create or replace function lagos_midnight(at timestamptz) returns timestamptz language sql immutable parallel safe
    as $$ select timestamptz '${now}' $$`);
  try {
    await act();
  } finally {
    await app.owner.run(source);
  }
}

/** By the contract: whatever a user may call that moves money of the caller, or can find a wallet too empty, stopped or limited. */
export const callsOfUsersThatMoveMoney = Object.values(api)
  .filter(
    ({ access, money, refusals = [] }: { access: string; money?: unknown; refusals?: readonly string[] }) =>
      !['staff', 'admin'].includes(access) &&
      (money === true ||
        ['insufficient_balance', 'wallet_frozen', 'money_held'].some((code) => refusals.includes(code))),
  )
  .map(({ name }) => name);
