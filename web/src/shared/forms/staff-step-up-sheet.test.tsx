// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { Refusal, send } from '../../platform/send.ts';
import { StaffStepUpSheet } from './staff-step-up-sheet.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
let hasSteppedUp: boolean;

const refusal = (code: string, msg: string) => json(403, { code, msg, requestId: 'r' });

beforeEach(async () => {
  hasSteppedUp = false;
  shop = await openShop(
    {
      refund: () =>
        hasSteppedUp
          ? json(200, { msg: 'done', receipt: receipt() })
          : refusal('step_up_required', 'Say who you are'),
      confirmStepUp: ({ body }: Asked) => {
        hasSteppedUp = (JSON.parse(body) as { password: string }).password === 'correct horse 9';
        return hasSteppedUp
          ? json(200, { msg: 'It is you' })
          : refusal('wrong_password', 'That is not right');
      },
    },
    { isAdmin: true },
  );
  shop.show(<StaffStepUpSheet />);
});
afterEach(() => shop.close());

const refund = () => send('refund', { id: '7', reason: 'Wrong number' }, { key: 'one' });
const sheet = () => screen.findByRole('dialog', { name: 'Is it you?' });
const enter = async (password: string) => {
  const field = within(await sheet()).getByLabelText('Your password');
  await userEvent.clear(field);
  await userEvent.type(field, password);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
};

describe('a call that needs a step-up of staff', () => {
  it('goes on by itself once it is given', async () => {
    const refunded = refund();
    await enter('correct horse 9');
    expect((await refunded).msg).toBe('done');
    expect(shop.asked('refund')).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks again after a wrong password', async () => {
    const refunded = refund();
    await enter('wrong horse 9');
    expect(await screen.findByText('That is not right')).toBeDefined();
    expect(shop.asked('refund')).toHaveLength(1);
    await enter('correct horse 9');
    expect((await refunded).msg).toBe('done');
  });

  it('does nothing when the person would rather not', async () => {
    const refunded = refund().catch((error: unknown) => error);
    await sheet();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await refunded).toBeInstanceOf(Refusal);
    expect(shop.asked('refund')).toHaveLength(1);
  });
});
