/**
 * Named moments around each commit and each call to a provider on the way of money, at which a process can be made to end as a power cut
 * would end it. Outside of such a test `crashPoint` does nothing: only `JARA_CRASH_AT=name[:n]` arms one of them, in sandbox mode, and
 * the process ends at the nth passing. `before_commit`: all is written, nothing is committed. `after_call`: the provider has answered and
 * nobody knows it.
 */

/** Each of them stands once, in the file that it is listed under. */
export const crashPoints = {
  'purchases/queues.ts': [
    'purchase.open.before_commit',
    'purchase.open.after_commit',
    'purchase.settle.before_commit',
    'purchase.settle.after_commit',
  ],
  'purchases/sending.ts': ['purchase.send.before_call', 'purchase.send.after_call'],
  'purchases/requery.ts': ['purchase.requery.before_call', 'purchase.requery.after_call'],
  'purchases/refund.ts': ['purchase.refund.before_commit', 'purchase.refund.after_commit'],
  'purchases/recover-refund.ts': ['purchase.recover.before_commit', 'purchase.recover.after_commit'],
  'withdrawals/withdraw.ts': ['withdraw.open.before_commit', 'withdraw.open.after_commit'],
  'withdrawals/withdrawals.ts': ['withdraw.send.before_call', 'withdraw.send.after_call'],
  'withdrawals/settle.ts': ['withdraw.settle.before_commit', 'withdraw.settle.after_commit'],
  'withdrawals/requery.ts': ['withdraw.requery.before_call', 'withdraw.requery.after_call'],
  'transfers/transfer-fund.ts': [
    'transfer.before_commit',
    'transfer.after_commit',
    'issue.before_commit',
    'issue.after_commit',
  ],
  'funding/initiate-squad-funding.ts': [
    'card.record.before_commit',
    'card.record.after_commit',
    'card.initiate.before_call',
    'card.initiate.after_call',
    'card.link.after_commit',
    'card.record_again.before_commit',
    'card.record_again.after_commit',
  ],
  'funding/squad-hook.ts': ['card.hook.before_commit', 'card.hook.after_commit'],
  'funding/settle-payment.ts': [
    'card.verify.before_call',
    'card.verify.after_call',
    'card.settle.before_commit',
    'card.settle.after_commit',
  ],
  'funding/test-top-up.ts': ['top_up.before_commit', 'top_up.after_commit'],
  'reserved-accounts/open-account.ts': [
    'account.open.before_call',
    'account.open.after_call',
    'account.open.after_commit',
  ],
  'reserved-accounts/paymentpoint-hook.ts': [
    'bank_transfer.hook.before_commit',
    'bank_transfer.hook.after_commit',
  ],
  'reserved-accounts/settle-hook.ts': [
    'bank_transfer.settle.before_commit',
    'bank_transfer.settle.after_commit',
  ],
  'coupons/generate-coupon.ts': ['coupon.issue.before_commit', 'coupon.issue.after_commit'],
  'coupons/redeem-coupon.ts': ['coupon.redeem.before_commit', 'coupon.redeem.after_commit'],
  'coupons/void-coupon.ts': ['coupon.void.before_commit', 'coupon.void.after_commit'],
  'coupons/expire-coupons.ts': ['coupon.expire.before_commit', 'coupon.expire.after_commit'],
  'accounts/upgrade-to-reseller.ts': ['upgrade.before_commit', 'upgrade.after_commit'],
  'referrals/withdraw-earning.ts': ['earning.before_commit', 'earning.after_commit'],
  'suspense/decide-suspense.ts': ['suspense.decide.before_commit', 'suspense.decide.after_commit'],
  'debits/debit.ts': ['debit.before_commit', 'debit.after_commit'],
  'review-queue/decide-waiting.ts': ['waiting.decide.before_commit', 'waiting.decide.after_commit'],
  'suppliers/accept-float.ts': ['float.accept.before_commit', 'float.accept.after_commit'],
  'suppliers/supplier-floats.ts': [
    'float.read.before_call',
    'float.read.after_call',
    'float.read.before_commit',
    'float.read.after_commit',
  ],
} as const;

export type CrashPoint = (typeof crashPoints)[keyof typeof crashPoints][number];

interface Armed {
  name: CrashPoint;
  /** How often it may still be passed; at nought the process ends. */
  passings: number;
}

let armed: Armed | undefined;

const names: readonly CrashPoint[] = Object.values(crashPoints).flat();

/**
 * Takes `name` or `name:n`; nothing at all disarms. Gives the sentence that says what is wrong with it, if something is; where real money
 * moves (`mayCrash` is false), anything is.
 */
export function armCrashPoint(text: string | undefined, mayCrash: boolean): string | undefined {
  armed = undefined;
  if (text === undefined || text === '') return undefined;
  if (!mayCrash) return 'JARA_CRASH_AT ends the program on purpose: it is for the sandbox only';
  const [wanted, count = '1'] = text.split(':');
  const name = names.find((known) => known === wanted);
  if (name === undefined || !/^[1-9]\d{0,8}$/.test(count)) {
    return `JARA_CRASH_AT is "${text}", which is no crash point. They are: ${names.join(', ')}`;
  }
  armed = { name, passings: Number(count) };
  return undefined;
}

/** Ends the process if this is the moment that was asked for. */
export function crashPoint(name: CrashPoint): void {
  if (armed?.name !== name) return;
  armed.passings -= 1;
  if (armed.passings === 0) process.kill(process.pid, 'SIGKILL');
}
