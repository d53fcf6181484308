import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Naira, NairaChange } from './naira.tsx';

afterEach(cleanup);

describe('money', () => {
  it.each([
    [0, '\u20a60.00'],
    [1_500, '\u20a61,500.00'],
    [0.5, '\u20a60.50'],
    [1_234_567.89, '\u20a61,234,567.89'],
  ])('%d is shown in naira with 2 decimals: %s', (amount, words) => {
    render(<Naira amount={amount} />);
    expect(screen.getByText(words)).toBeDefined();
  });

  it('that is not known is no figure', () => {
    render(<Naira amount={null} />);
    expect(screen.getByText('not known')).toBeDefined();
  });
});

describe('what a transaction does to the balance', () => {
  it.each([
    ['an increase is green with +', 990, '+\u20a6990.00', 'text-success'],
    ['a decrease is red with \u2212', -495, '\u2212\u20a6495.00', 'text-danger'],
  ])('%s', (_what, change, words, colour) => {
    const { container } = render(<NairaChange change={change} />);
    expect(screen.getByText(words).className.split(' ')).toContain(colour);
    // Sign and colour are enough: no arrow beside them.
    expect(container.textContent).toBe(words);
    expect(screen.getByText(words).parentElement).toBe(container);
    expect(container.querySelectorAll('*')).toHaveLength(1);
  });
});
