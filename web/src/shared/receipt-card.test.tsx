import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { receipt } from '../../test/people.ts';
import { ReceiptDetails } from '../features/receipt/receipt-details.tsx';

afterEach(cleanup);

function slip(changes: Parameters<typeof receipt>[0] = {}) {
  render(<ReceiptDetails receipt={receipt(changes)} />);
  return within(screen.getByRole('article', { name: 'Slip JR-20261121-0001' }));
}

const rowOf = (paper: ReturnType<typeof within>, label: string) =>
  paper.getByText(label).closest('div')?.querySelector('dd')?.textContent;

describe('the slip', () => {
  it('of a delivered purchase says what was paid, for whom, and what happened when', () => {
    const paper = slip();
    expect(paper.getByRole('status').textContent).toBe('Delivered');
    expect(rowOf(paper, 'For')).toBe('0803 123 4567');
    expect(rowOf(paper, 'Value')).toBe('\u20a6500.00');
    expect(rowOf(paper, 'You paid')).toBe('\u20a6495.00');
    expect(rowOf(paper, 'Wallet')).toBe('\u2212\u20a6495.00');
    expect(rowOf(paper, 'Balance after')).toBe('\u20a64,505.00');
    const steps = within(paper.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Paid from your wallet14:02:04',
      'Delivered by MTN14:02:09',
    ]);
  });

  it('of a waiting purchase says that the money is held and that it goes on', () => {
    const paper = slip({ trans_Status: 'pending', timeline: receipt().timeline.slice(0, 1) });
    expect(paper.getByRole('status').textContent).toBe('Paid \u2014 waiting for MTN');
    expect(paper.getByText(/is held, not lost/)).toBeDefined();
    expect(paper.getByText('This slip changes by itself when it is decided')).toBeDefined();
    cleanup();
    const asked = slip({ trans_Status: 'pending', nextCheckAt: '2026-11-21T13:02:19.000Z' });
    expect(asked.getByText(/is decided\. Checking again at 14:02:19$/)).toBeDefined();
  });

  it('of a failed purchase says that the money is back, and the reason', () => {
    const paper = slip({ trans_Status: 'failed', supplierMessage: 'Invalid number' });
    expect(paper.getByRole('status').textContent).toBe('Failed \u2014 money returned');
    expect(paper.getByText(/\u20a6495.00 is back in your wallet. Invalid number/)).toBeDefined();
  });

  it('never shows a status that it does not know as done', () => {
    expect(slip({ trans_Status: 'novel' }).getByRole('status').textContent).toBe(
      'Paid \u2014 waiting for MTN',
    );
  });

  it('of a payment into the wallet shows the gain with its sign', () => {
    const paper = slip({
      trans_Type: 'wallet',
      trans_Network: null,
      recipient: null,
      trans_amount: 990,
      charge: null,
      faceValue: null,
      balance_Before: 0,
      balance_After: 990,
    });
    expect(paper.getByRole('status').textContent).toBe('Received');
    expect(rowOf(paper, 'Wallet')).toBe('+\u20a6990.00');
  });
});
