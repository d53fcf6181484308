import { afterEach, describe, expect, it } from 'vitest';
import { terms } from '../../../test/people.ts';
import { putOnTerms } from '../../platform/terms.ts';
import { questions } from './questions.ts';

const answerTo = (question: string): string | undefined =>
  questions().find((one) => one.question === question)?.answer;

describe('the questions of the landing page', () => {
  afterEach(() => putOnTerms(terms));

  it('are 17, each with an answer', () => {
    expect(questions()).toHaveLength(17);
    expect(new Set(questions().map(({ question }) => question)).size).toBe(17);
    for (const { question, answer } of questions()) {
      expect(question).toMatch(/\?$/);
      expect(answer.length).toBeGreaterThan(20);
    }
  });

  it('tell of refunds that come by themselves, of better discounts for resellers, and of the API', () => {
    expect(answerTo('What happens when a transaction fails?')).toContain(
      'Failed transactions are refunded automatically.',
    );
    expect(answerTo('Do resellers get better prices?')).toContain('resellers earn better discounts');
    expect(answerTo('Is there an API?')).toMatch(/^Yes\./);
  });

  it.each([
    [30, 24, 'within 30 seconds, we ask first.', 'for up to 24 hours, and'],
    [600, 1, 'within 600 seconds, we ask first.', 'for up to 1 hour, and'],
    [1, 36, 'within 1 second, we ask first.', 'for up to 36 hours, and'],
    [0, 36, 'a repeated request leads to the same slip.', 'for up to 36 hours, and'],
  ])('say %i seconds and %i hours where the shop sets them', (seconds, giveUpHours, twice, neither) => {
    putOnTerms({ ...terms, purchase: { duplicateWindowSeconds: seconds, giveUpHours } });
    expect(answerTo('Can I be charged twice?')?.endsWith(twice)).toBe(true);
    expect(answerTo('What if a purchase is neither delivered nor failed?')).toContain(neither);
  });
});
