import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { RoleMenu } from './role-menu.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

it('counts all that staff have to decide, problems of users too, and not what is still asked about by itself', async () => {
  const agent = { isAgent: true };
  const counts = {
    staff: 3,
    asked: 100,
    suspense: 20,
    disputes: 4,
    recovery: 0,
    staffRequests: 1,
    webhooksGivenUp: 200,
  };
  shop = await openShop(
    {
      listWaiting: json(200, { waiting: [], floats: [], page: 1, totalPages: 1, heldBack: 0, counts }),
    },
    agent,
  );
  shop.show(<RoleMenu signedIn={{ ...shopProfile(agent), balanceAt: null }} />);
  expect(await screen.findByRole('link', { name: 'Waiting 28' })).toBeDefined();
});

it.each([
  [
    'an admin',
    { isAdmin: true },
    [
      'Waiting',
      'Users',
      'All transactions',
      'Update price',
      'Admin dashboard',
      'Generate coupon',
      'Fund with coupon',
      'Transfer',
      'Send email',
      'Admin settings',
      'Staff record',
      'Security activity',
    ],
  ],
  ['an agent', { isAgent: true }, ['Waiting', 'Users', 'Update price', 'Notification', 'Security activity']],
])('has what %s does in the order of their work: first what waits', async (_who, flags, labels) => {
  shop = await openShop({}, flags);
  shop.show(<RoleMenu signedIn={{ ...shopProfile(flags), balanceAt: null }} />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(labels);
});
