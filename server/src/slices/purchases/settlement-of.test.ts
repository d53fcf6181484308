/**
 * What each answer of a supplier means for a purchase: every kind of answer, with what was sold, how long ago it was sent, what the
 * supplier had said before, and who else could be asked.
 */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import type { CatalogueState } from '../catalogue/catalogue.ts';
import type { RequeryAnswer, UnknownReason } from '../../outside/suppliers/supplier.ts';
import { nextAttempt, settlementOf, type SentAttempt, type SentPurchase } from './settlement-of.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const QUIET_MINUTES = 10;
const DAY_MINUTES = 24 * 60;

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
  schedule: { unknownReferenceQuietSeconds: QUIET_MINUTES * 60, giveUpHours: 24 },
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

interface History {
  /** Minutes since the attempt was sent. */
  sent?: number;
  /** Minutes since the supplier first said that it does not know the reference. */
  notFoundSince?: number;
  tried?: string[];
}

/** The settlement in a few words; of what waits also when it is asked again. */
function meaningOf(
  what: SentPurchase,
  answer: RequeryAnswer,
  { sent = 0, notFoundSince, tried }: History = {},
) {
  const attempt: SentAttempt = {
    number: 3,
    supplier: 'GLAD',
    sentAt: ago(sent),
    firstNotFoundAt: notFoundSince === undefined ? null : ago(notFoundSince),
    triedSuppliers: tried ?? ['GLAD'],
  };
  const settlement = settlementOf(rules, what, attempt, answer, NOW);
  // Whatever it means, it names the attempt and keeps the supplier's words.
  expect(settlement).toMatchObject({
    transactionId: 7n,
    attempt: 3,
    ...outcomes,
  });
  const { result } = settlement;
  switch (result.outcome) {
    case 'delivered':
      return `delivered, tokens [${result.tokens.join(' ')}], units ${result.units}`;
    case 'refused':
      return `refused, tokens [${(result.tokens ?? []).join(' ')}], next ${result.nextSupplier ?? 'nobody'}`;
    case 'unsettled': {
      const knows = { true: 'not known to it', false: 'known to it', null: 'nothing said' }[
        `${result.notFound}`
      ];
      const again = result.nextCheckAt === null ? 'staff' : 'asked again';
      if (result.nextCheckAt !== null) expect(result.nextCheckAt.getTime()).toBeGreaterThan(NOW.getTime());
      return `unsettled, ${knows}${result.isDelivered === true ? ', delivered' : ''}, ${again}`;
    }
  }
}

describe('a delivery', () => {
  it.each(['data', 'airtime', 'postpaid'] as const)('of %s is one, with tokens or without', (what) => {
    expect(meaningOf(sold[what], delivered())).toBe('delivered, tokens [], units 9.5');
    expect(meaningOf(sold[what], delivered('1'))).toBe('delivered, tokens [1], units 9.5');
  });

  it('of prepaid electricity is one with its token, and waits without', () => {
    expect(meaningOf(sold.prepaid, delivered('1', '2'))).toBe('delivered, tokens [1 2], units 9.5');
    expect(meaningOf(sold.prepaid, delivered())).toBe('unsettled, known to it, delivered, asked again');
  });

  it('without its token is handed to staff after a day, and never paid back for being unknown before', () => {
    expect(meaningOf(sold.prepaid, delivered(), { sent: DAY_MINUTES, notFoundSince: 60 })).toBe(
      'unsettled, known to it, delivered, staff',
    );
    expect(meaningOf(sold.prepaid, delivered(), { sent: 60, notFoundSince: 50 })).toBe(
      'unsettled, known to it, delivered, asked again',
    );
  });
});

describe('a refusal', () => {
  it.each(goods)('of %s goes to the first supplier that was not asked yet', (what) => {
    expect(meaningOf(sold[what], refused())).toBe('refused, tokens [], next ALARO');
    expect(meaningOf(sold[what], refused(), { tried: ['GLAD', 'ALARO'] })).toBe(
      'refused, tokens [], next VTPASS',
    );
    expect(meaningOf(sold[what], refused(), { tried: ['VTPASS', 'GLAD'] })).toBe(
      'refused, tokens [], next ALARO',
    );
    expect(meaningOf(sold[what], refused(), { tried: ['GLAD', 'ALARO', 'VTPASS'] })).toBe(
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
  it.each<[string, History, string]>([
    ['for the first time proves nothing', { sent: 60 }, 'unsettled, not known to it, asked again'],
    [
      'for the first time after a day is for staff',
      { sent: DAY_MINUTES },
      'unsettled, not known to it, staff',
    ],
    [
      'again before the quiet time is over proves nothing',
      { sent: 60, notFoundSince: QUIET_MINUTES - 0.01 },
      'unsettled, not known to it, asked again',
    ],
    [
      'again at the end of the quiet time is a refusal',
      { sent: 60, notFoundSince: QUIET_MINUTES },
      'refused, tokens [], next ALARO',
    ],
    [
      'twice, but sent within the quiet time, proves nothing',
      { sent: QUIET_MINUTES - 0.01, notFoundSince: 60 },
      'unsettled, not known to it, asked again',
    ],
    [
      'twice, and sent a quiet time ago, is a refusal',
      { sent: QUIET_MINUTES, notFoundSince: 60 },
      'refused, tokens [], next ALARO',
    ],
    [
      'of the last supplier is a refusal as well',
      { sent: 60, notFoundSince: 60, tried: ['GLAD', 'ALARO', 'VTPASS'] },
      'refused, tokens [], next nobody',
    ],
  ])('%s', (_what, before, meaning) => {
    for (const what of goods) expect(meaningOf(sold[what], notFound, before)).toBe(meaning);
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
    for (const what of goods) {
      expect(meaningOf(sold[what], unknown('processing'))).toBe('unsettled, known to it, asked again');
      // However long ago it was not known: the word of today stands.
      expect(meaningOf(sold[what], unknown('processing'), { sent: 60, notFoundSince: 60 })).toBe(
        'unsettled, known to it, asked again',
      );
    }
  });

  it.each(reasons)('(%s) says neither that the order is known nor that it is not', (reason) => {
    for (const what of goods) {
      expect(meaningOf(sold[what], unknown(reason))).toBe('unsettled, nothing said, asked again');
      expect(meaningOf(sold[what], unknown(reason), { sent: 60, notFoundSince: 60 })).toBe(
        'unsettled, nothing said, asked again',
      );
    }
  });

  it.each(['processing', ...reasons] as UnknownReason[])('(%s) is handed to staff after a day', (reason) => {
    expect(meaningOf(sold.airtime, unknown(reason), { sent: DAY_MINUTES - 1 })).toMatch(/asked again$/);
    expect(meaningOf(sold.airtime, unknown(reason), { sent: DAY_MINUTES })).toMatch(/staff$/);
  });
});

describe('the next question', () => {
  function minutesUntilAsked(answer: RequeryAnswer, notFoundSince: number | null): number {
    const attempt: SentAttempt = {
      number: 1,
      supplier: 'GLAD',
      sentAt: ago(60),
      firstNotFoundAt: notFoundSince === null ? null : ago(notFoundSince),
      triedSuppliers: ['GLAD'],
    };
    const { result } = settlementOf(rules, sold.airtime, attempt, answer, NOW);
    if (result.outcome !== 'unsettled' || result.nextCheckAt === null) throw new Error('it does not wait');
    return (result.nextCheckAt.getTime() - NOW.getTime()) / 60_000;
  }

  it('comes when a second "not known" would be certain, and at the next full hour when nothing speaks for that', () => {
    const aSecond = 1 / 60;
    expect(minutesUntilAsked(notFound, null)).toBeCloseTo(QUIET_MINUTES + aSecond);
    expect(minutesUntilAsked(notFound, 4)).toBeCloseTo(QUIET_MINUTES - 4 + aSecond);
    expect(minutesUntilAsked(unknown('connection'), 4)).toBeCloseTo(QUIET_MINUTES - 4 + aSecond);
    expect(minutesUntilAsked(unknown('connection'), null)).toBeGreaterThanOrEqual(60);
    expect(minutesUntilAsked(unknown('processing'), 4)).toBeGreaterThanOrEqual(60);
  });
});

describe('the next attempt', () => {
  const first: SentAttempt = {
    number: 1,
    supplier: 'GLAD',
    sentAt: ago(60),
    firstNotFoundAt: ago(30),
    triedSuppliers: ['GLAD'],
  };
  const after = (answer: RequeryAnswer) => settlementOf(rules, sold.airtime, first, answer, NOW);

  it('is at the next supplier, sent now, with all that were asked', () => {
    expect(nextAttempt(first, after(refused()), { applied: 'next_attempt', at: NOW })).toEqual({
      number: 2,
      supplier: 'ALARO',
      sentAt: NOW,
      firstNotFoundAt: null,
      triedSuppliers: ['GLAD', 'ALARO'],
    });
  });

  it('is none where the settlement wrote none, or names nobody', () => {
    expect(nextAttempt(first, after(refused()), { applied: 'nothing', at: NOW })).toBeNull();
    expect(nextAttempt(first, after(delivered()), { applied: 'next_attempt', at: NOW })).toBeNull();
    const last = { ...first, triedSuppliers: ['GLAD', 'ALARO', 'VTPASS'] };
    const refusedByLast = settlementOf(rules, sold.airtime, last, refused(), NOW);
    expect(nextAttempt(last, refusedByLast, { applied: 'next_attempt', at: NOW })).toBeNull();
  });
});
