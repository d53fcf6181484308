import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import StatementSheet from './statement-sheet.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(async () => {
  onlineManager.setOnline(true);
  cleanup();
  await shop.stop();
});

const statement = (changes: object = {}) =>
  json(200, {
    from: '2026-11-01',
    to: '2026-11-25',
    openingBalance: 1_200.5,
    closingBalance: 700,
    movements: 12,
    ...changes,
  });

async function opens(answers: Answers) {
  shop = await openShop(answers);
  shop.show(
    <>
      <StatementSheet title="Statement" open onClose={() => undefined} />
      <Toasts />
    </>,
  );
  return within(await screen.findByRole('dialog', { name: 'Statement' }));
}

const asked = (): URLSearchParams =>
  new URL(`http://shop${shop.asked('getStatement').at(-1)?.url}`).searchParams;

describe('the statement of a wallet', () => {
  it('shows what this month comes to, and offers it as PDF and as CSV', async () => {
    const sheet = await opens({ getStatement: statement() });
    expect(await sheet.findByText('₦1,200.50')).toBeDefined();
    expect(sheet.getByText('12')).toBeDefined();
    expect(sheet.getByText('₦700.00')).toBeDefined();
    for (const name of ['Download PDF', 'Download CSV'])
      expect(sheet.getByRole('button', { name })).toBeDefined();
    expect(asked().get('from')).toMatch(/-01$/);
  });

  it('is of one’s own days once both are chosen', async () => {
    const sheet = await opens({ getStatement: statement() });
    await userEvent.click(await sheet.findByRole('radio', { name: 'Own dates' }));
    expect(sheet.getByText('Choose the first and the last day.')).toBeDefined();
    await userEvent.type(sheet.getByLabelText('From'), '2026-10-05');
    await sheet.findByRole('button', { name: 'Download PDF' });
    expect(asked().get('from')).toBe('2026-10-05');
  });

  it('says why a period is refused', async () => {
    const msg = 'The last day is before the first one';
    const sheet = await opens({
      getStatement: json(400, {
        msg,
        code: 'invalid_input',
        requestId: 'r',
        errors: [{ field: 'from', msg }],
      }),
    });
    expect(await sheet.findByText(msg)).toBeDefined();
    expect(sheet.queryByRole('button', { name: 'Download PDF' })).toBeNull();
  });

  it('is loaded when asked again after a failure', async () => {
    const sheet = await opens({
      getStatement: json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' }),
    });
    await sheet.findByText('The statement could not be loaded');
    shop.answer({ getStatement: statement() });
    await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findByText('₦1,200.50')).toBeDefined();
  });

  it('says so without a network, instead of loading for ever', async () => {
    onlineManager.setOnline(false);
    const sheet = await opens({ getStatement: statement() });
    expect(await sheet.findByText('The statement could not be loaded')).toBeDefined();
    expect(sheet.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('that is too long for a PDF is offered as CSV alone', async () => {
    const sheet = await opens({ getStatement: statement({ movements: 5_001 }) });
    expect(await sheet.findByText(/A PDF holds 5,000 movements/)).toBeDefined();
    expect(sheet.queryByRole('button', { name: 'Download PDF' })).toBeNull();
    expect(sheet.getByRole('button', { name: 'Download CSV' })).toBeDefined();
  });
});
