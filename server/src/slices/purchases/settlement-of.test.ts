/**
 * What each answer of a supplier means for a purchase: every kind of answer, with what was sold and who else could be asked. What time makes of
 * it: settle-answers.test.ts.
 */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import type { CatalogueState } from '../catalogue/catalogue.ts';
import type { RequeryAnswer, UnknownReason } from '../../outside/suppliers/supplier.ts';
import type { Settled } from './settle.ts';
import { nextAttempt, settlementOf, type SentAttempt, type SentPurchase } from './settlement-of.ts';

const now: CatalogueState = {
  version: 1n,
  plans: new Map(),
  isOpen: () => true,
  suppliersFor: () => ['GLAD', 'ALARO', 'VTPASS'],
  specialPriceKobo: () => undefined,
  costPriceKobo: () => undefined,
  airtimeCostBasisPoints: () => 9_700,
  electricityCostBasisPoints: () => 9_900,
};
const rules = {
  catalogue: { now, reload: () => Promise.resolve() },
};

const common = { transactionId: 7n, reference: 'JR1', planId: null, faceValueKobo: naira(1_000) };
const phone = { ...common, network: 'MTN', recipient: '08031234567' } as const;
const meter = (type: 'prepaid' | 'postpaid') =>
  ({
    ...common,
    type: 'electricity',
    network: 'Ikeja',
    recipient: '12345678901',
    meter: { type, contactPhone: '08031234567' },
  }) as const;
const sold: Record<'data' | 'airtime' | 'prepaid' | 'postpaid', SentPurchase> = {
  data: { ...phone, type: 'data' },
  airtime: { ...phone, type: 'airtime' },
  prepaid: meter('prepaid'),
  postpaid: meter('postpaid'),
};
const goods = ['data', 'airtime', 'prepaid', 'postpaid'] as const;

const outcomes = { supplierId: 'S1', message: 'their words', raw: '{}' };
const delivered = (...tokens: string[]): RequeryAnswer => ({
  ...outcomes,
  outcome: 'delivered',
  tokens,
  units: '9.5',
});
const refused = (tokens?: string[]): RequeryAnswer => ({
  ...outcomes,
  outcome: 'refused',
  ...(tokens && { tokens }),
});
const notFound: RequeryAnswer = { ...outcomes, outcome: 'not_found' };
const unknown = (reason: UnknownReason): RequeryAnswer => ({ ...outcomes, outcome: 'unknown', reason });

const askedAt = new Date('2026-11-22T12:05:00Z');
const sentTo = (...triedSuppliers: string[]): SentAttempt => ({
  number: 3,
  supplier: 'GLAD',
  sentAt: new Date('2026-11-22T12:00:00Z'),
  askedAt,
  triedSuppliers,
});

/** The settlement in a few words. */
function meaningOf(what: SentPurchase, answer: RequeryAnswer, attempt = sentTo('GLAD')) {
  const settlement = settlementOf(rules, what, attempt, answer);
  // Whatever it means, it names the attempt and keeps the supplier's words.
  expect(settlement).toMatchObject({ transactionId: 7n, attempt: 3, ...outcomes });
  const { result } = settlement;
  switch (result.outcome) {
    case 'delivered':
      return `delivered, tokens [${result.tokens.join(' ')}], units ${result.units}`;
    case 'refused':
      // Only staff say so of what they return.
      expect(result).not.toHaveProperty('notFound');
      return `refused, tokens [${(result.tokens ?? []).join(' ')}], next ${result.nextSupplier ?? 'nobody'}`;
    case 'not_found':
      expect(result.askedAt).toBe(askedAt);
      return `not known to it, next ${result.nextSupplier ?? 'nobody'}`;
    case 'processing':
      return result.isDelivered === true ? 'delivered, token missing' : 'known to it';
    case 'unknown':
      return 'nothing said';
  }
}

describe('a delivery', () => {
  it.each(['data', 'airtime', 'postpaid'] as const)('of %s is one, with tokens or without', (what) => {
    expect(meaningOf(sold[what], delivered())).toBe('delivered, tokens [], units 9.5');
    expect(meaningOf(sold[what], delivered('1'))).toBe('delivered, tokens [1], units 9.5');
  });

  it('of prepaid electricity is one with its token, and waits without', () => {
    expect(meaningOf(sold.prepaid, delivered('1', '2'))).toBe('delivered, tokens [1 2], units 9.5');
    expect(meaningOf(sold.prepaid, delivered())).toBe('delivered, token missing');
  });
});

describe('a refusal', () => {
  it.each(goods)('of %s goes to the first supplier that was not asked yet', (what) => {
    expect(meaningOf(sold[what], refused())).toBe('refused, tokens [], next ALARO');
    expect(meaningOf(sold[what], refused(), sentTo('GLAD', 'ALARO'))).toBe('refused, tokens [], next VTPASS');
    expect(meaningOf(sold[what], refused(), sentTo('VTPASS', 'GLAD'))).toBe('refused, tokens [], next ALARO');
    expect(meaningOf(sold[what], refused(), sentTo('GLAD', 'ALARO', 'VTPASS'))).toBe(
      'refused, tokens [], next nobody',
    );
  });

  it('that brings a token keeps it, so that the money cannot go back by itself', () => {
    expect(meaningOf(sold.prepaid, refused(['1']))).toBe('refused, tokens [1], next ALARO');
  });

  it('goes to no supplier that has no id for the plan', () => {
    expect(meaningOf({ ...sold.data, planId: 1 }, refused())).toBe('refused, tokens [], next nobody');
  });
});

describe('"I do not know this order"', () => {
  it.each(goods)('of %s names who would be asked next', (what) => {
    expect(meaningOf(sold[what], notFound)).toBe('not known to it, next ALARO');
    expect(meaningOf(sold[what], notFound, sentTo('GLAD', 'ALARO', 'VTPASS'))).toBe(
      'not known to it, next nobody',
    );
  });
});

describe('an answer that says nothing for certain', () => {
  const reasons = Object.keys({
    timeout: true,
    connection: true,
    server_error: true,
    unreadable: true,
    unknown_word: true,
    unexpected_status: true,
  } satisfies Record<Exclude<UnknownReason, 'processing'>, true>) as UnknownReason[]; // the keys of the literal

  it('is about the order when it says that it is being processed: the supplier knows it', () => {
    for (const what of goods) expect(meaningOf(sold[what], unknown('processing'))).toBe('known to it');
  });

  it.each(reasons)('(%s) says neither that the order is known nor that it is not', (reason) => {
    for (const what of goods) expect(meaningOf(sold[what], unknown(reason))).toBe('nothing said');
  });
});

describe('the next attempt', () => {
  const first = { ...sentTo('GLAD'), number: 1 };
  const after = (answer: RequeryAnswer) => settlementOf(rules, sold.airtime, first, answer);
  const at = new Date('2026-11-22T13:00:00Z');
  const settledAs = (applied: Settled['applied']): Settled => ({ applied, at, nextCheckAt: null });

  it.each([
    ['refused', refused()],
    ['not known', notFound],
  ])('is at the next supplier, sent now, with all that were asked, when it was %s', (_what, answer) => {
    expect(nextAttempt(first, after(answer), settledAs('next_attempt'))).toEqual({
      number: 2,
      supplier: 'ALARO',
      sentAt: at,
      askedAt: at,
      triedSuppliers: ['GLAD', 'ALARO'],
    });
  });

  it('is none where the settlement wrote none, or names nobody', () => {
    expect(nextAttempt(first, after(refused()), settledAs('nothing'))).toBeNull();
    expect(nextAttempt(first, after(notFound), settledAs('unsettled'))).toBeNull();
    expect(nextAttempt(first, after(delivered()), settledAs('next_attempt'))).toBeNull();
    const last = { ...first, triedSuppliers: ['GLAD', 'ALARO', 'VTPASS'] };
    const refusedByLast = settlementOf(rules, sold.airtime, last, refused());
    expect(nextAttempt(last, refusedByLast, settledAs('next_attempt'))).toBeNull();
  });
});
