import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { receipt, terms } from '../../../test/people.ts';
import { putOnTerms } from '../../platform/terms.ts';
import { customerFacts, ownFacts } from './receipt-facts.ts';
import { textOf, whatsAppAddress } from './receipt-text.ts';
import { ReceiptDetails } from './receipt-details.tsx';

afterEach(() => {
  cleanup();
  putOnTerms(terms);
});

const electricity = {
  trans_Type: 'electricity',
  trans_Network: 'Ikeja',
  product: 'IKEJA-PREPAID',
  description: 'Ikeja electricity \u20a62,000.00, prepaid',
  recipient: '45012345678',
  tokens: ['11112222333344445555'],
  units: '29.4',
} as const;
const withdrawal = {
  trans_Type: 'withdraw',
  trans_Network: null,
  product: null,
  description: 'To ADA OBI, GTBank',
  recipient: '0803123456',
  trans_amount: 5_000,
  charge: 50,
  faceValue: 4_950,
} as const;

function slip(changes: Parameters<typeof receipt>[0], code?: string) {
  render(<ReceiptDetails receipt={receipt(changes)} code={code} />);
  return within(screen.getByRole('article'));
}
const rowOf = (paper: ReturnType<typeof within>, label: string) =>
  paper.getByText(label).closest('div')?.querySelector('dd')?.textContent;

describe('the slip of electricity', () => {
  it('shows the token, meter number and owner', () => {
    const purchase = receipt({ ...electricity, tokens: [...electricity.tokens] });
    render(<ReceiptDetails receipt={purchase} meterOwner="ADA OKAFOR" />);
    const paper = within(screen.getByRole('article'));
    expect(paper.getByText('1111 2222 3333 4444 5555')).toBeDefined();
    expect([rowOf(paper, 'Meter'), rowOf(paper, 'Owner')]).toEqual(['4501 2345 678', 'ADA OKAFOR']);
  });

  it('without its owner, who is not remembered for ever, has no line for that', () => {
    expect(slip({ ...electricity, tokens: [] }).queryByText('Owner')).toBeNull();
  });

  it('shows the token in groups of four, with its units, to copy', () => {
    const paper = slip({ ...electricity, tokens: [...electricity.tokens] });
    const token = within(paper.getByRole('region', { name: 'Token' }));
    expect(token.getByText('1111 2222 3333 4444 5555')).toBeDefined();
    expect(token.getByText('29.4 kWh')).toBeDefined();
    expect(token.getByRole('button', { name: 'Copy token' })).toBeDefined();
    expect(rowOf(paper, 'Meter')).toBe('4501 2345 678');
    expect(rowOf(paper, 'Company')).toBe('Ikeja');
  });

  it('of a meter with a key change shows all tokens in the order in which they are entered', () => {
    const tokens = ['1'.repeat(20), '2'.repeat(20), '3'.repeat(20)];
    const paper = slip({ ...electricity, tokens });
    const shown = within(paper.getByRole('region', { name: 'Token' })).getAllByRole('listitem');
    expect(shown.map((item) => item.textContent?.slice(0, 12))).toEqual([
      'Token 11111 ',
      'Token 22222 ',
      'Token 33333 ',
    ]);
  });

  it('without its token says that it is on the way and that the money is held', () => {
    const paper = slip({ ...electricity, tokens: [], units: null, trans_Status: 'pending' });
    expect(paper.getByRole('status').textContent).toBe('Paid \u2014 waiting for the token');
    expect(paper.getByText('The token is on the way. It appears here by itself')).toBeDefined();
    expect(paper.getByText(/is held, not lost/)).toBeDefined();
    expect(paper.queryByRole('region', { name: 'Token' })).toBeNull();
  });

  it('of a postpaid bill waits for no token', () => {
    const paper = slip({ ...electricity, product: 'IKEJA-POSTPAID', tokens: [], trans_Status: 'pending' });
    expect(paper.getByRole('status').textContent).toBe('Paid \u2014 waiting for Ikeja');
  });
});

describe('the slip of a withdrawal', () => {
  it.each([
    ['pending', 'Paid \u2014 waiting for the bank', /\u20a65,000.00 is held, not lost/],
    ['success', 'Paid out', /\u20a64,950.00 is in the account 0803123456/],
    ['failed', 'Failed \u2014 money returned', /\u20a65,000.00 is back in your wallet/],
    ['refunded', 'Sent back \u2014 money returned', /\u20a65,000.00 is back in your wallet/],
  ])('that is %s says: %s', (status, title, sentence) => {
    const paper = slip({ ...withdrawal, trans_Status: status });
    expect(paper.getByRole('status').textContent).toBe(title);
    expect(paper.getByText(sentence)).toBeDefined();
    expect(rowOf(paper, 'Account')).toBe('0803123456');
    expect([rowOf(paper, 'Fee'), rowOf(paper, 'The account gets')]).toEqual([
      '\u20a650.00',
      '\u20a64,950.00',
    ]);
  });
});

describe('an open slip names the moment from which on a person looks into it', () => {
  it.each([
    ['a purchase', {}],
    ['a withdrawal', withdrawal],
  ])('of %s, as the shop has set it', (_what, kind) => {
    putOnTerms({ ...terms, purchase: { ...terms.purchase, giveUpHours: 36 } });
    const paper = slip({ ...kind, trans_Status: 'pending', createdAt: '2025-11-20T08:00:00.000Z' });
    expect(paper.getByText(/If it is still open at 21 Nov 2025, 21:00, a person/)).toBeDefined();
  });
});

describe('what a slip says to somebody else', () => {
  it('has the token and the link to check it, and no balance', () => {
    const facts = ownFacts(receipt({ ...electricity, tokens: [...electricity.tokens] }), 'JR1-ABC');
    expect(facts.tokens).toEqual(['1111 2222 3333 4444 5555']);
    expect(facts.link).toMatch(/\/check\/JR1-ABC$/);
    expect(facts.rows.map(({ label }) => label)).toEqual(['What', 'For', 'Units', 'Date', 'Reference']);
    expect(JSON.stringify(facts)).not.toContain('4,505');
  });

  it.each([
    ['success', 'Delivered', '\u20a6520.00'],
    ['failed', 'Failed \u2014 nothing was delivered', undefined],
    ['refunded', 'Taken back \u2014 the money was returned', undefined],
    ['pending', 'Waiting \u2014 not done yet', '\u20a6520.00'],
  ])('to a customer has neither the charge nor the wallet when it is %s', (status, title, sum) => {
    const sold = receipt({
      trans_Type: 'data',
      trans_Status: status,
      description: 'MTN 1GB SME, 30 days',
      trans_amount: 410,
      charge: 410,
      faceValue: 410,
      balance_Before: 318_467,
      balance_After: 318_057,
    });
    const plain = textOf(customerFacts(sold, 'JR1-ABC', { shopName: null, price: undefined }));
    expect(plain).toContain(`slip: ${title}`);
    expect(plain).not.toMatch(/410|318|wallet|naira|\u20a6/i);
    for (const words of ['For: 0803 123 4567', 'Date: 21 Nov 2026, 14:02', 'Reference: JR-20261121-0001'])
      expect(plain.split('\n')).toContain(words);
    const priced = customerFacts(sold, 'JR1-ABC', { shopName: 'Mama Nkechi Stores', price: 520 });
    expect([priced.shop, priced.sum]).toEqual(['Mama Nkechi Stores', sum]);
    expect(textOf(priced)).not.toMatch(/410|318/);
  });

  it('of a withdrawal is what the account gets, and of a payment or refund no sum', () => {
    const seller = { shopName: null, price: undefined };
    expect(customerFacts(receipt(withdrawal), undefined, seller).sum).toBe('\u20a64,950.00');
    const own = { trans_Network: null, recipient: null, trans_amount: 410 };
    for (const trans_Type of ['wallet', 'refund', 'referrer', 'earning'])
      expect(customerFacts(receipt({ ...own, trans_Type }), undefined, seller).sum).toBeUndefined();
  });

  it('goes by WhatsApp to the number that was bought for, or to whom one chooses', () => {
    const facts = customerFacts(receipt({}), 'JR1-ABC', { shopName: null, price: undefined });
    const address = new URL(whatsAppAddress(facts, '08031234567'));
    expect(address.origin + address.pathname).toBe('https://wa.me/2348031234567');
    expect(address.searchParams.get('text')).toBe(textOf(facts));
    expect(whatsAppAddress(facts, '45012345678')).toMatch(/^https:\/\/wa\.me\/\?text=/);
  });

  it('shows where the slip can be checked, once its code is known', () => {
    expect(slip({}).queryByRole('region', { name: 'Check this slip' })).toBeNull();
    cleanup();
    const foot = within(slip({}, 'JR1-ABC').getByRole('region', { name: 'Check this slip' }));
    expect(foot.getByRole('button', { name: 'Copy link' })).toBeDefined();
  });
});

describe('the slip of what staff debited', () => {
  it('says so, and why', () => {
    const why = 'We took it out of your wallet: it had been credited by mistake';
    const paper = slip({
      trans_Type: 'wallet',
      trans_Network: null,
      product: null,
      recipient: null,
      charge: null,
      faceValue: null,
      description: 'Credited by mistake: Coupon',
      balance_Before: 500,
      balance_After: 380,
      trans_amount: 120,
      timeline: [{ at: '2026-11-21T13:02:04.000Z', step: 'debited', text: why }],
    });
    expect(paper.getByRole('status').textContent).toBe('Debited');
    expect(paper.getByText(why)).toBeDefined();
  });
});
