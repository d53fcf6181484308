/**
 * The one table of states. A purchase that is sent to a supplier and a withdrawal that is sent to a bank go the same way: they are
 * opened, sent, settled, and asked about while nobody knows. What stands here is what settlement does, what answers and receipts say,
 * what the audit demands, and what docs/money.md shows; `decide_settlement` decides by the same table in SQL, and `settle_purchases` the plain
 * delivery of an open attempt; a test compares both with this one.
 */
import type { TransactionStatus } from '@jara/contract/constants.ts';
import type { PostingCode } from './chart.ts';

/** The states of one sending. */
export const attemptStates = {
  held: 'a withdrawal that staff keep back: nothing was sent',
  sent: 'on record, and on its way',
  unknown: 'asked about, without an outcome so far',
  manual: 'not asked about any more: staff decide',
  delivered: 'delivered, or paid out',
  refused: 'refused for certain',
  reversed: 'delivered, and taken back by the supplier or the bank',
  delivered_late: 'delivered after its money was returned or sent elsewhere',
  reversed_late: 'delivered late, and taken back by the supplier or the bank',
  recovered: 'delivered, refunded by staff, and taken back by the supplier after that',
} as const;
export type AttemptState = keyof typeof attemptStates;

/** Without an outcome, and asked about by themselves. */
export const askedStates = ['sent', 'unknown'] as const satisfies readonly AttemptState[];
/** Opened, and not sent. */
export const heldStates = ['held'] as const satisfies readonly AttemptState[];
/** Without an outcome, and only staff can end them. */
export const staffStates = ['manual'] as const satisfies readonly AttemptState[];
/** Nobody knows yet: the money is held. */
export const openStates = [...askedStates, ...staffStates] as const;
/** Refused for certain, whatever was heard of it later, unless it was taken back before: after it, and after nothing else, another one is sent. */
export const refusedStates = [
  'refused',
  'delivered_late',
  'reversed_late',
] as const satisfies readonly AttemptState[];
/** Delivered, or paid out, and not taken back. */
export const deliveredStates = ['delivered', 'delivered_late'] as const satisfies readonly AttemptState[];

/** What a withdrawal, which has one attempt, is in each of its states. A late one came back before. */
export const statusesOf: Record<AttemptState, readonly TransactionStatus[]> = {
  held: ['pending'],
  sent: ['pending'],
  unknown: ['pending'],
  manual: ['pending'],
  delivered: ['success'],
  refused: ['failed'],
  reversed: ['refunded'],
  delivered_late: ['failed', 'refunded'],
  reversed_late: ['failed', 'refunded'],
  // Staff refund no withdrawal.
  recovered: [],
};

export const isOpen = (state: AttemptState): boolean => openStates.some((open) => open === state);
export const isForStaff = (state: AttemptState): boolean => staffStates.some((one) => one === state);
export const isHeld = (state: AttemptState): boolean => heldStates.some((one) => one === state);
/** `'sent', 'unknown'`, for a condition in SQL. */
export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** What a settlement can come to. */
export type Applied =
  | 'delivered'
  | 'returned'
  | 'next_attempt'
  | 'unsettled'
  | 'reversed'
  | 'delivered_late'
  | 'reversed_late'
  | 'recovered'
  | 'more_tokens'
  | 'disputed'
  | 'nothing';

export type Kind = 'purchase' | 'withdrawal';

interface Outcome {
  means: string;
  /** What the attempt becomes. Where it is `same`, it stays what it was. */
  attempt: AttemptState | 'same' | 'unknown, or manual after the last check' | 'manual, or same';
  /** What the user's transaction becomes; null where it stays. */
  status: TransactionStatus | null;
  /** What is posted; null where no money moves or the kind does not know this outcome. */
  posting: Record<Kind, PostingCode | null>;
}

const nothingPosted = { purchase: null, withdrawal: null };

export const outcomes = {
  delivered: {
    means: 'it was delivered',
    attempt: 'delivered',
    status: 'success',
    posting: { purchase: 'purchase.deliver', withdrawal: 'withdraw.pay' },
  },
  returned: {
    means: 'it was refused for certain, and nobody else is asked: the money returns',
    attempt: 'refused',
    status: 'failed',
    posting: { purchase: 'purchase.return', withdrawal: 'withdraw.return' },
  },
  next_attempt: {
    means: 'it was refused for certain, and the next supplier is asked: the money stays held',
    attempt: 'refused',
    status: null,
    posting: nothingPosted,
  },
  unsettled: {
    means: 'nobody knows yet: it is asked about again, or handed to staff after the last check',
    attempt: 'unknown, or manual after the last check',
    status: null,
    posting: nothingPosted,
  },
  reversed: {
    means: 'it had been delivered, and was taken back: the money returns',
    attempt: 'reversed',
    status: 'refunded',
    posting: { purchase: 'purchase.reverse', withdrawal: 'withdraw.reverse' },
  },
  delivered_late: {
    means:
      'the money had been returned, or another attempt is on its way: the cost is our loss, and staff are told',
    attempt: 'delivered_late',
    status: null,
    posting: { purchase: 'purchase.late_vend', withdrawal: 'withdraw.late_pay' },
  },
  reversed_late: {
    means: 'it had been delivered late, and was taken back: the loss is turned round',
    attempt: 'reversed_late',
    status: null,
    posting: { purchase: 'purchase.late_reverse', withdrawal: 'withdraw.late_reverse' },
  },
  recovered: {
    means: 'staff had refunded it, and now it was taken back: the loss of the refund is turned round',
    attempt: 'recovered',
    status: null,
    posting: { purchase: 'purchase.recover', withdrawal: null },
  },
  more_tokens: {
    means: 'it had been delivered, now with another token: all are kept, and staff are told',
    attempt: 'same',
    status: null,
    posting: nothingPosted,
  },
  disputed: {
    means:
      'it was refused though a token was seen or a delivery was told: the money stays, and staff decide; told once',
    attempt: 'manual, or same',
    status: null,
    posting: nothingPosted,
  },
  nothing: { means: 'it was so already', attempt: 'same', status: null, posting: nothingPosted },
} as const satisfies Record<Applied, Outcome>;

/** What is said of one attempt: by the supplier or the bank, or by staff in their place. */
export type Said =
  | 'delivered'
  /** Prepaid electricity, which is worth nothing without its token. */
  | 'delivered, its token not there yet'
  | 'refused'
  | 'not known yet';

/** How things stand when it is said. */
export interface Situation {
  kind: Kind;
  said: Said;
  attempt: AttemptState;
  status: TransactionStatus;
  /** A token was seen, also in the present answer, or a delivery was reported. Of a purchase. */
  hasValue?: boolean;
  /** What is said brings a token that was not seen before. */
  hasNewToken?: boolean;
  /** A refusal that contradicts it was reported before. */
  isDisputed?: boolean;
  /** There is a supplier that was not asked yet. */
  hasNext?: boolean;
  /** That it was taken back stood in the books when the supplier was asked: an older answer says nothing about it. Of a purchase. */
  isAskedSinceReversal?: boolean;
}

interface Transition {
  said: readonly Said[];
  attempt: readonly AttemptState[];
  /** Of the purchase or the withdrawal; any where it is not named. */
  status?: readonly TransactionStatus[];
  /** Both where it is not named. */
  kind?: Kind;
  when?: {
    [Fact in 'hasValue' | 'hasNewToken' | 'isDisputed' | 'hasNext' | 'isAskedSinceReversal']?: boolean;
  };
  applied: Exclude<Applied, 'nothing'>;
}

/** The first row that fits decides; where none does, nothing happens. Said of a purchase that has its value, a refusal ends at its row. */
export const transitions: readonly Transition[] = [
  { said: ['delivered'], attempt: openStates, applied: 'delivered' },
  // The database is older than the bank: it was released and sent in the time that a restore lost.
  { said: ['delivered'], attempt: heldStates, kind: 'withdrawal', applied: 'delivered' },
  { said: ['refused'], attempt: heldStates, kind: 'withdrawal', applied: 'returned' },
  {
    said: ['delivered', 'delivered, its token not there yet'],
    attempt: ['refused'],
    applied: 'delivered_late',
  },
  {
    said: ['delivered', 'delivered, its token not there yet'],
    attempt: ['reversed', 'recovered'],
    kind: 'purchase',
    when: { isAskedSinceReversal: true },
    applied: 'delivered_late',
  },
  { said: ['delivered'], attempt: ['reversed'], kind: 'withdrawal', applied: 'delivered_late' },
  { said: ['delivered'], attempt: ['delivered'], when: { hasNewToken: true }, applied: 'more_tokens' },
  {
    said: ['refused'],
    attempt: [...openStates, 'delivered'],
    status: ['pending', 'success'],
    when: { hasValue: true, isDisputed: false },
    applied: 'disputed',
  },
  { said: ['refused'], attempt: openStates, when: { hasValue: false, hasNext: false }, applied: 'returned' },
  {
    said: ['refused'],
    attempt: openStates,
    when: { hasValue: false, hasNext: true },
    applied: 'next_attempt',
  },
  {
    said: ['refused'],
    attempt: ['delivered'],
    status: ['success'],
    when: { hasValue: false },
    applied: 'reversed',
  },
  { said: ['refused'], attempt: ['delivered_late'], applied: 'reversed_late' },
  {
    said: ['refused'],
    attempt: ['delivered'],
    status: ['refunded'],
    kind: 'purchase',
    applied: 'recovered',
  },
  {
    said: ['not known yet', 'delivered, its token not there yet'],
    attempt: askedStates,
    applied: 'unsettled',
  },
  // Staff may have the bank asked again.
  { said: ['not known yet'], attempt: staffStates, kind: 'withdrawal', applied: 'unsettled' },
];

export function appliedTo(situation: Situation): Applied {
  const { kind, said, attempt, status } = situation;
  const { hasValue = false, hasNewToken = false, isDisputed = false, hasNext = false } = situation;
  const { isAskedSinceReversal = false } = situation;
  const facts = { hasValue, hasNewToken, isDisputed, hasNext, isAskedSinceReversal };
  const row = transitions.find(
    (one) =>
      (one.kind ?? kind) === kind &&
      one.said.includes(said) &&
      one.attempt.includes(attempt) &&
      (one.status?.includes(status) ?? true) &&
      Object.entries(one.when ?? {}).every(([fact, value]) => facts[fact as keyof typeof facts] === value), // the keys of `when`
  );
  return row?.applied ?? 'nothing';
}

/** What the books hold of a purchase or withdrawal in each status, one list for each way that leads there. */
export const postingsOf: Record<Kind, Record<TransactionStatus, readonly (readonly PostingCode[])[]>> = {
  purchase: {
    pending: [['purchase.open']],
    success: [['purchase.open', outcomes.delivered.posting.purchase]],
    failed: [['purchase.open', outcomes.returned.posting.purchase]],
    refunded: [
      ['purchase.open', outcomes.delivered.posting.purchase, outcomes.reversed.posting.purchase],
      // Staff give a sale back; its attempt stays delivered until the supplier takes it back.
      ['purchase.open', outcomes.delivered.posting.purchase, 'purchase.refund'],
      [
        'purchase.open',
        outcomes.delivered.posting.purchase,
        'purchase.refund',
        outcomes.recovered.posting.purchase,
      ],
    ],
  },
  withdrawal: {
    pending: [['withdraw.open']],
    success: [['withdraw.open', outcomes.delivered.posting.withdrawal]],
    failed: [['withdraw.open', outcomes.returned.posting.withdrawal]],
    refunded: [
      ['withdraw.open', outcomes.delivered.posting.withdrawal, outcomes.reversed.posting.withdrawal],
    ],
  },
};
