import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { user } from '../../../../test/people.ts';
import { openShop, shopProfile } from '../../../../test/shop.tsx';
import { Webhook } from './webhook.tsx';

const webhookUrl = 'https://till.example.com/jara';
const paused = { user: user({ webhookUrl, webhookPausedAt: '2026-11-20T09:30:00.000Z' }) };

it('a webhook that is paused says so until it is saved again, with its new secret', async () => {
  const shop = await openShop({}, paused);
  shop.answer({
    updateWebhook: () => {
      shop.answer({ getProfile: json(200, shopProfile({ user: user({ webhookUrl }) })) });
      return json(200, { msg: 'Your webhook is set', webhookUrl, webhookSecret: 'whsec_next' });
    },
  });
  shop.show(<Webhook />, '/profile/developer');
  expect(await screen.findByText(/^Paused since/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('whsec_next')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/^Paused since/)).toBeNull());
  await shop.close();
});
