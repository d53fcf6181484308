/** What the load has to do for a server to pass a crash point: each flow that has points needs a row. */
import type { CrashPoint } from '../src/ledger/crash-points.ts';

export type Act =
  | 'buy'
  | 'withdraw'
  | 'transfer'
  | 'issue'
  | 'payByCard'
  | 'payByCardAgain'
  | 'payByBank'
  | 'makeCoupon'
  | 'redeem'
  | 'voidCoupon'
  | 'upgrade'
  | 'takeEarnings'
  | 'topUp'
  | 'openAccount'
  | 'changePrice'
  | 'pry'
  | StaffAct;

export type StaffAct =
  | 'refund'
  | 'recover'
  | 'debit'
  | 'decideSuspense'
  | 'decideWaiting'
  | 'acceptFloat'
  | 'letFloatsBeRead'
  | 'letCouponExpire';

type FlowOf<Point> = Point extends `${infer Name}.${'before' | 'after'}_${'call' | 'commit'}` ? Name : never;
type Flow = FlowOf<CrashPoint>;

const acts: Record<Flow, Act> = {
  'purchase.open': 'buy',
  'purchase.send': 'buy',
  'purchase.settle': 'buy',
  'purchase.requery': 'buy',
  'purchase.refund': 'refund',
  'purchase.recover': 'recover',
  'withdraw.open': 'withdraw',
  'withdraw.send': 'withdraw',
  'withdraw.settle': 'withdraw',
  'withdraw.requery': 'withdraw',
  transfer: 'transfer',
  issue: 'issue',
  'card.record': 'payByCard',
  'card.initiate': 'payByCard',
  'card.link': 'payByCard',
  'card.record_again': 'payByCardAgain',
  'card.hook': 'payByCard',
  'card.verify': 'payByCard',
  'card.settle': 'payByCard',
  top_up: 'topUp',
  'account.open': 'openAccount',
  'bank_transfer.hook': 'payByBank',
  'bank_transfer.settle': 'payByBank',
  'coupon.issue': 'makeCoupon',
  'coupon.redeem': 'redeem',
  'coupon.void': 'voidCoupon',
  'coupon.expire': 'letCouponExpire',
  upgrade: 'upgrade',
  earning: 'takeEarnings',
  'suspense.decide': 'decideSuspense',
  debit: 'debit',
  'waiting.decide': 'decideWaiting',
  'float.accept': 'acceptFloat',
  'float.read': 'letFloatsBeRead',
};

// The type of a point says that it begins with the name of its flow.
export const actFor = (point: CrashPoint): Act => acts[point.slice(0, point.lastIndexOf('.')) as Flow];
