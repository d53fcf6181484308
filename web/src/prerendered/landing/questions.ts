/** The questions of the landing page. Each answer says only what the product does. */
import { limits, ussdCodes } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { splitFunding } from '../../shared/naira-sum.ts';
import { terms } from '../../platform/terms.ts';

const fundedNaira = 1_000;

const counted = (count: number, unit: string): string =>
  `${count.toLocaleString('en-NG')} ${unit}${count === 1 ? '' : 's'}`;

/** Where nothing is asked, nothing is promised. */
const sameAgain = (seconds: number): string =>
  seconds === 0
    ? ''
    : ` And when you buy the same thing for the same number within ${counted(seconds, 'second')}, we ask first.`;

export interface Question {
  question: string;
  answer: string;
}

const all: readonly { question: string; answer: string | (() => string) }[] = [
  {
    question: 'What can I buy here?',
    answer:
      'Mobile data and airtime for MTN, Glo, Airtel and T2 (9mobile), and electricity from eleven companies, all paid from one wallet in naira.',
  },
  {
    question: 'How do I start?',
    answer:
      'Open an account with five fields, put money into your wallet, and buy. Nothing has to be installed.',
  },
  {
    question: 'How do I put money into my wallet?',
    answer: () =>
      `By card, from ${formatNaira(terms.funding.minimum)}: the wallet is credited once the payment provider confirms the payment. By bank transfer, once your identity is verified and you have an account number of your own. Or with a coupon.`,
  },
  {
    question: 'What does funding cost?',
    answer: () =>
      `${terms.funding.feePercent}% of what you pay. ${formatNaira(fundedNaira)} puts ${formatNaira(splitFunding(fundedNaira).credited)} into your wallet. You see the sum before you pay.`,
  },
  {
    question: 'What happens when a transaction fails?',
    answer:
      'Failed transactions are refunded automatically. When the network refuses, the money goes back to your wallet at once, and both lines stand in your transactions.',
  },
  {
    question: 'What if a purchase is neither delivered nor failed?',
    answer: () =>
      `Your money is held, not lost. We keep asking the network, more and more slowly for up to ${counted(terms.purchase.giveUpHours, 'hour')}, and then a person looks into it. The slip says where it stands and changes by itself.`,
  },
  {
    question: 'Can I be charged twice?',
    answer: () =>
      `Not by pressing twice or by a broken connection: a repeated request leads to the same slip.${sameAgain(terms.purchase.duplicateWindowSeconds)}`,
  },
  {
    question: 'How much airtime can I buy?',
    answer: () =>
      `From ${formatNaira(terms.airtime.minimum)} to ${formatNaira(terms.airtime.maximum)} at a time, in whole naira.`,
  },
  {
    question: 'Do I pay less than the face value for airtime?',
    answer: () =>
      `${terms.airtime.chargePercent < 100 ? 'Yes. ' : ''}Airtime costs ${terms.airtime.chargePercent}% of its value, and ${terms.airtime.resellerChargePercent}% for resellers. The price stands next to the amount before you buy.`,
  },
  {
    question: 'Do resellers get better prices?',
    answer:
      'Yes, resellers earn better discounts. Every data plan has a reseller price of its own; the price list shows it beside the ordinary one.',
  },
  {
    question: 'Is there an API?',
    answer:
      'Yes. Your program can read prices, buy, and follow its transactions, and it is told by webhook how each one ended. The calls are documented, and API users have prices of their own.',
  },
  {
    question: 'How do I become a reseller, and what do I earn by inviting others?',
    answer: () =>
      `You upgrade once for ${formatNaira(terms.upgrade.fee)} out of your wallet. When somebody who registered with your link upgrades, ${formatNaira(terms.upgrade.referralReward)} goes to your earnings, which you move into your wallet.`,
  },
  {
    question: 'How do I buy electricity?',
    answer: () =>
      `Choose your company, type the meter number and check it: you see the owner's name before you pay. The token stands on the slip, to copy or print. The charge is ${formatNaira(terms.electricity.fee)} on top of the amount.`,
  },
  {
    question: 'How do I check my data balance?',
    answer: `Dial ${ussdCodes.MTN.data} for data and ${ussdCodes.MTN.balance} for airtime. The codes are the same on all four networks.`,
  },
  {
    question: 'Can I save the numbers that I top up?',
    answer: `Yes. Switch on "Add to contacts" when you buy and give the number a nickname. A contact that is not used for ${limits.contactExpiryDays} days is removed.`,
  },
  {
    question: 'Where do I see what I bought?',
    answer:
      'In Transactions: every line with the balance before and after, filtered by type, state, number and date. Each line opens as a slip with its reference.',
  },
  {
    question: 'How is my account protected?',
    answer:
      'Your password is kept only as a salted Argon2id hash, so nobody here can read it. You change it under Settings, and that ends your sessions on all other devices.',
  },
];

/** As the shop whose terms are on answers them. */
export const questions = (): readonly Question[] =>
  all.map(({ question, answer }) => ({
    question,
    answer: typeof answer === 'string' ? answer : answer(),
  }));
