import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { user } from '../../../test/people.ts';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { TopBarBalance } from './balance.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const showsBalance = async (changes: Parameters<typeof user>[0]) => {
  shop = await openShop({}, { user: user(changes) });
  shop.show(<TopBarBalance />);
  return screen.findByRole('button', { name: /^Balance/ });
};

describe('the balance', () => {
  it.each([
    [99.99, '\u20a699.99', 'text-danger', 'Balance, low'],
    [100, '\u20a6100.00', 'text-success', 'Balance'],
  ])('shows a balance of %d as %s, red under 100, else green', async (balance, sum, colour, words) => {
    const shown = await showsBalance({ balance });
    expect(shown.textContent).toBe(`${words}${sum}`);
    expect(shown.querySelector(`.${colour}`)?.textContent).toBe(sum);
  });

  it('says that the wallet is frozen', async () => {
    const shown = await showsBalance({ balance: 99, isFrozen: true });
    expect(shown.textContent).toContain('Balance, frozen');
  });

  it('is covered by the eye, with what is said about it', async () => {
    const shown = await showsBalance({ balance: 99 });
    await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
    expect(shown.textContent).toBe('Balance\u20a6\u2022\u2022\u2022\u2022hidden');
    await userEvent.click(screen.getByRole('button', { name: 'Show balance' }));
    expect(shown.textContent).toContain('\u20a699.00');
  });

  it('is asked for anew by a press', async () => {
    const shown = await showsBalance({ balance: 500 });
    shop.answer({ getProfile: json(200, shopProfile({ user: user({ balance: 700, balanceVersion: 9 }) })) });
    await userEvent.click(shown);
    expect(await screen.findByText('\u20a6700.00')).toBeDefined();
  });
});
