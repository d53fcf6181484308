/** What staff decide about somebody's money, for the races. */
import { randomInt } from 'node:crypto';
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

export const byStaff: readonly Contestant[] = [
  {
    name: 'withdrawal returned by staff',
    preparationNaira: NAIRA,
    async prepare(person, stage) {
      const [admin] = stage.cast.admins;
      const hold = (isHeld: boolean) =>
        untilYes(stage, admin, 'holdWithdrawals', {
          id: String(person.userId),
          isHeld,
          reason: 'A letter of the police',
        });
      await untilYes(stage, person, 'validateBankAccount', accountOf());
      await hold(true);
      const { receipt } = await untilYes(stage, person, 'withdraw', { ...accountOf(), amount: NAIRA });
      // What the other side of the race withdraws is sent.
      await hold(false);
      const input = { id: receipt?._id ?? '', outcome: 'returned', reason: 'It is not theirs' };
      return {
        tries: tries(stage, stage.cast.admins, 'decideWaiting', input),
        kobo: 100_000n,
        succeeds: 'once',
      };
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
