import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedIn } from '../../../test/people.ts';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { beginSession } from '../../platform/queries.ts';
import { expireSession } from '../../platform/session.ts';
import { useDraft, type DraftName } from '../../shared/forms/draft.ts';
import { DraftLink } from '../../shared/forms/draft-link.tsx';
import { forgetIntent, keepIntent, makeIntent } from './checkout-intent.ts';
import { SignedOutNotice } from './signed-out-notice.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
const logsIn = () => beginSession(shop.queryClient, signedIn(shopProfile()));
beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  logsIn();
  await shop.close();
});

/** A form that somebody leaves half filled. */
function Form({ name, typed }: { name: DraftName; typed: object }) {
  const [, change] = useDraft(name, {});
  return <button onClick={() => change(typed)}>type</button>;
}
function types(name: DraftName, typed: object): void {
  shop.show(<Form name={name} typed={typed} />);
  screen.getByRole('button', { name: 'type' }).click();
  cleanup();
}
function saysAfterExpiry(): string | null | undefined {
  expireSession();
  shop.show(<SignedOutNotice />);
  return screen.getByText('You were signed out').parentElement?.textContent;
}

it.each([
  ['airtime', { phone: '0803' }, 'Nothing was bought. Log in, and your order is there as you typed it.'],
  ['sale', { phone: '0803' }, 'Nothing was bought. Log in, and your order is there as you typed it.'],
  [
    'electricity',
    { meterNumber: '4501' },
    'Nothing was bought. Log in, and your order is there as you typed it.',
  ],
  ['transfer', { userName: 'mama' }, 'Nothing was sent. Log in, and your transfer is there as you typed it.'],
  [
    'withdraw',
    { accountNumber: '0123' },
    'Nothing was sent. Log in, and your withdrawal is there as you typed it.',
  ],
  ['coupon', { code: 'ABCD' }, 'The coupon was not redeemed. Log in, and its code is there as you typed it.'],
  ['sale', { phone: '' }, 'The session is over. Log in to go on where you were.'],
] as const)('says what became of a form for %s that was left: %o', (name, typed, words) => {
  types(name, typed);
  expect(saysAfterExpiry()).toContain(words);
});

it('does not say that nothing was bought once the order was sent', () => {
  const airtime = {
    kind: 'airtime',
    network: 'MTN',
    phone: '08031234567',
    amount: 500,
    leaves: 495,
  } as const;
  types('airtime', { phone: '0803' });
  const intent = makeIntent(airtime);
  keepIntent({ ...intent, sentAt: Date.now() });
  expect(saysAfterExpiry()).toContain(
    'Log in to see what became of your order. It is carried out once at most.',
  );
  expect(document.body.textContent).not.toContain('Nothing was bought');
  logsIn();
  forgetIntent(intent.key);
});

it('leads a reseller back to selling once there is money, and nobody to a coupon, which waits for none', () => {
  types('coupon', { code: 'ABCD' });
  const { unmount } = shop.show(<DraftLink />);
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  types('sale', { phone: '0803' });
  shop.show(<DraftLink />);
  expect(screen.getByRole('link', { name: 'Go on selling' }).getAttribute('href')).toBe('/profile/sell');
});
