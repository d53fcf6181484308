import { describe, expect, it } from 'vitest';
import { questions } from './questions.ts';

describe('the questions of the landing page', () => {
  it('are 17, each with an answer', () => {
    expect(questions()).toHaveLength(17);
    expect(new Set(questions().map(({ question }) => question)).size).toBe(17);
    for (const { question, answer } of questions()) {
      expect(question).toMatch(/\?$/);
      expect(answer.length).toBeGreaterThan(20);
    }
  });

  it('tell of refunds that come by themselves, of better discounts for resellers, and of the API', () => {
    const answerTo = (question: string): string | undefined =>
      questions().find((one) => one.question === question)?.answer;
    expect(answerTo('What happens when a transaction fails?')).toContain(
      'Failed transactions are refunded automatically.',
    );
    expect(answerTo('Do resellers get better prices?')).toContain('resellers earn better discounts');
    expect(answerTo('Is there an API?')).toMatch(/^Yes\./);
  });
});
