/** The presenter of the receipt: a transaction with its timeline, which says in sentences for its owner what happened to the money. */
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { AttemptState, Kind } from '../../ledger/states.ts';
import { presentTransaction, type Attempt, type TransactionRecord } from './transaction.ts';

export function presentReceipt(
  transaction: TransactionRecord,
  { attempts, debit }: { attempts: readonly Attempt[]; debit?: DebitKind | undefined },
  viewer: { staff: boolean },
): Receipt {
  const nextCheckAt = transaction.status === 'pending' ? attempts.at(-1)?.nextCheckAt : undefined;
  return {
    ...presentTransaction(transaction, viewer),
    timeline: debit === undefined ? timelineOf(transaction, attempts) : [stepOfDebit(transaction, debit)],
    // The epoch stands for a hint of the supplier: it is asked now.
    ...(nextCheckAt instanceof Date && {
      nextCheckAt: new Date(Math.max(nextCheckAt.getTime(), Date.now())).toISOString(),
    }),
  };
}

type Step = Receipt['timeline'][number];
const step = (at: Date, name: string, text: string): Step => ({ at: at.toISOString(), step: name, text });

interface Words {
  step: string;
  text: Record<Kind, (who: string) => string>;
}
const deliveredWords: Words = {
  step: 'delivered',
  text: { purchase: () => 'Delivered', withdrawal: () => 'In the bank account' },
};

const notSentWords: Words = {
  step: 'refused',
  text: { purchase: () => 'It was not sent', withdrawal: () => 'It was not sent to the bank' },
};

/** What an attempt in each state adds after it was sent; nothing while the first answer is awaited. */
const words: Record<AttemptState, Words | null> = {
  held: {
    step: 'waiting',
    text: { purchase: () => 'We look at it first', withdrawal: () => 'We look at it before it is sent' },
  },
  sent: null,
  unknown: {
    step: 'waiting',
    text: {
      purchase: (who) => `${who} has not confirmed yet. We keep asking`,
      withdrawal: () => 'The bank has not confirmed yet. We keep asking',
    },
  },
  manual: {
    step: 'waiting',
    text: { purchase: () => 'We are checking by hand', withdrawal: () => 'We are checking by hand' },
  },
  delivered: deliveredWords,
  refused: {
    step: 'refused',
    text: {
      purchase: (who) => `${who} did not accept it`,
      withdrawal: () => 'The bank did not accept it',
    },
  },
  reversed: {
    step: 'reversed',
    text: { purchase: (who) => `${who} took it back`, withdrawal: () => 'The bank sent it back' },
  },
  delivered_late: {
    step: 'delivered',
    text: {
      purchase: () => 'Delivered after your money was returned. You are not charged again',
      withdrawal: () =>
        'The bank paid it after your money was returned. Nothing is taken from your wallet again',
    },
  },
  // What is between us and the supplier is nothing to the buyer.
  recovered: deliveredWords,
  reversed_late: {
    step: 'reversed',
    text: {
      purchase: (who) => `${who} delivered after your money was returned, and took it back`,
      withdrawal: () => 'The bank paid it after your money was returned, and sent it back',
    },
  },
};

function stepsOfAttempt(attempt: Attempt, kind: Kind, who: string, createdAt: Date): Step[] {
  const { sentAt, answeredAt, deliveredAt, state } = attempt;
  const sent = attempt.attempt === 1 ? `Sent to ${who}` : `Sent again by another route to ${who}`;
  const said = sentAt === null && state === 'refused' ? notSentWords : words[state];
  const add = (at: Date, { step: name, text }: Words): Step => step(at, name, text[kind](who));
  return [
    ...(sentAt === null ? [] : [step(sentAt, 'sent', sent)]),
    ...(deliveredAt instanceof Date ? [add(deliveredAt, deliveredWords)] : []),
    ...(said === null ? [] : [add(answeredAt ?? sentAt ?? createdAt, said)]),
  ];
}

/** A transaction without attempts is a movement that was done at once; only a card payment starts before it ends, and only it may fail. */
function stepsOfCredit(transaction: TransactionRecord): Step[] {
  const { type, feeKobo, status, createdAt, settledAt, balanceBefore, balanceAfter } = transaction;
  const isPayment = type === 'wallet' && feeKobo !== null;
  const started = isPayment ? [step(createdAt, 'made', 'Payment started')] : [];
  if (settledAt === null) return started;
  if (status === 'failed') return [...started, step(settledAt, 'refused', 'The payment did not go through')];
  if (type === 'referrer') return [step(settledAt, 'credited', 'In your earnings')];
  if (balanceBefore !== null && balanceAfter !== null && balanceAfter < balanceBefore)
    return [step(settledAt, 'paid', 'Paid from your wallet')];
  return [...started, step(settledAt, 'credited', 'In your wallet')];
}

/** Of what staff took out of a wallet: why. */
export type DebitKind = 'clawback' | 'chargeback';

const whyDebited: Record<DebitKind, string> = {
  clawback: 'We took it out of your wallet: it had been credited by mistake',
  chargeback: 'We took it out of your wallet: the bank of the card called the payment back',
};
const stepOfDebit = ({ createdAt }: TransactionRecord, kind: DebitKind): Step =>
  step(createdAt, 'debited', whyDebited[kind]);

const isSent = ({ balanceBefore, balanceAfter }: TransactionRecord): boolean =>
  balanceBefore !== null && balanceAfter !== null && balanceAfter < balanceBefore;

function stepsOfTransfer({ createdAt }: TransactionRecord): Step[] {
  return [
    step(createdAt, 'paid', 'Paid from your wallet'),
    step(createdAt, 'credited', "In the receiver's wallet"),
  ];
}

function timelineOf(transaction: TransactionRecord, attempts: readonly Attempt[]): Step[] {
  const { type, status, network, createdAt, settledAt } = transaction;
  if (type === 'transfer' && isSent(transaction)) return stepsOfTransfer(transaction);
  if (attempts.length === 0) return stepsOfCredit(transaction);
  const kind = type === 'withdraw' ? 'withdrawal' : 'purchase';
  const who = kind === 'withdrawal' ? 'the bank' : (network ?? 'the network');
  const steps = [
    step(createdAt, 'made', kind === 'withdrawal' ? 'Withdrawal received' : 'Order received'),
    step(createdAt, 'paid', 'Paid from your wallet'),
  ];
  for (const attempt of attempts) steps.push(...stepsOfAttempt(attempt, kind, who, createdAt));
  if (settledAt !== null && (status === 'failed' || status === 'refunded')) {
    steps.push(step(settledAt, 'returned', 'Your money is back in your wallet'));
  }
  return steps;
}
