/**
 * The kinds of corruption that the proof has to find, whatever else it finds: those that an earlier proof was blind to, and all that sums,
 * states and counts tell. Each is one of the corruptions that a test makes.
 */
import { ofChain } from './chain.ts';
import { ofChecks } from './checks.ts';
import type { Corruption } from './corruption.ts';
import { ofDebits } from './debits.ts';
import { ofOthers } from './others.ts';
import { ofPostings } from './postings.ts';
import { ofSchema } from './schema.ts';
import { ofSums } from './sums.ts';
import { ofTransactions } from './transactions.ts';

const among = (made: readonly Corruption[], ...names: string[]): Corruption[] =>
  names.map((name) => {
    const found = made.find(([what]) => what === name);
    if (found === undefined) throw new Error(`no test makes: ${name}`);
    return found;
  });

export const kinds: readonly Corruption[] = [
  ...among(
    ofPostings,
    'the last top-up taken out of a wallet, and its transaction left',
    'a top-up without a transaction',
    'opening money of somebody who is no demo user',
    'money by card without payment and transaction',
    'money made by a code that nobody knows',
    "money from one user's wallet to another's by a code that nobody knows",
    'money from an admin, with its transaction, that no record of staff names',
    'more cost and less margin',
    'a cost at another supplier',
    'a margin of another kind of sale',
    'two wallets changed for each other',
    'a house account by another name',
    'the reference of a top-up',
    'the time of a posting',
    'who refunded a purchase',
    'why a purchase was refunded',
    'a snapshot of a house account that is ahead of the books',
  ),
  ...among(
    ofTransactions,
    'the owner of a purchase',
    'the owner of a top-up',
    'the owner of money by card',
    'the owner of a refund',
    'two purchases changed for each other',
    'a top-up that says it failed',
    'a refund that says it failed',
    'money by card that says it failed',
    'the price of a purchase',
    'the price on a refund',
    'the cost of a purchase',
    'the fee of money by card',
    'the supplier of a purchase',
    'airtime out of data',
    'a top-up that is gone',
    'money by card that is gone, with its payment',
    'money by card that is gone, and its payment left',
    'a top-up from nothing',
    'a refund from nothing',
  ),
  ...among(
    ofOthers,
    'the supplier of an attempt that delivered',
    'another attempt after one that delivered',
    'the number of an attempt',
    'an open attempt that nobody asks about',
    'an open withdrawal that nobody asks about',
    'the account of a withdrawal that was paid',
    'a payment that is gone',
    'the owner of a coupon',
    'the last day of a coupon',
    'a voided coupon that looks expired',
    'who voided a coupon',
    'a voided coupon that looks open',
    "an idempotency key that stands for somebody else's purchase",
  ),
  ...among(
    ofDebits,
    'a debit that is gone',
    'what a debit took',
    'what was lost by a chargeback, in debit and posting',
    'which money was debited',
    'who made a debit',
    'the confirmation of a debit',
  ),
  ...among(
    ofSchema,
    'somebody made an admin',
    'a special price',
    'a check of sums without a body',
    'a refusal of changes without a body',
    'no check of balances',
    'postings that may happen twice',
    'refunds that may happen twice',
    'a settlement that does nothing',
  ),
  ...among(
    ofChain,
    'the face value of airtime',
    'that of airtime on its way',
    'a volume',
    'a recipient',
    'a plan',
    'a reference',
    'when something was',
    'a token',
    'a key that is gone',
    'what staff did',
    'who of the staff did it',
  ),
  ...ofSums,
  ...ofChecks,
];

/** All that a test makes. */
export const corruptions: readonly Corruption[] = [
  ...ofPostings,
  ...ofTransactions,
  ...ofOthers,
  ...ofDebits,
  ...ofSchema,
  ...ofChain,
  ...ofSums,
  ...ofChecks,
];
