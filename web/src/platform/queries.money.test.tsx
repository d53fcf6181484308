import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../test/answers.ts';
import { receipt, user } from '../../test/people.ts';
import { openShop, shopProfile } from '../../test/shop.tsx';
import { followChange, noteReceipt, profileQuery, transactionQuery } from './queries.ts';
import { useSession } from './session.ts';

type Receipt = ReturnType<typeof receipt>;

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop();
  shop.show(<Wallet />);
});
afterEach(() => shop.close());

/** What a page shows of the money: the balance, and each transaction with its state. */
function Wallet() {
  const { signedIn } = useSession();
  const transactions = useQuery(profileQuery).data?.transactions ?? [];
  return (
    <p aria-label="Wallet" role="status">
      {[
        signedIn?.user.balance,
        ...transactions.map((transaction) => `${transaction._id} ${transaction.trans_Status}`),
      ].join(', ')}
    </p>
  );
}

const wallet = () => screen.getByRole('status', { name: 'Wallet' }).textContent;
const pending = receipt({ trans_Status: 'pending' });
const asks = () => ({
  profile: shop.asked('getProfile').length,
  slip: shop.asked('getTransaction').length,
});
/** What the server says from now on: the wallet with this balance, its version and these transactions, and this receipt. */
const serverHas = (balance: number, balanceVersion: number, transactions: Receipt[], slip?: Receipt) =>
  shop.answer({
    getProfile: json(
      200,
      shopProfile({ user: user({ balance, balanceVersion }), transactions: transactions }),
    ),
    ...(slip && { getTransaction: json(200, { receipt: slip, slip: 'CODE' }) }),
  });
const buys = (bought: Receipt) => noteReceipt(shop.queryClient, { receipt: bought, slip: 'CODE' });
const changes = (status?: 'success' | 'failed' | 'pending', id = 't1') =>
  followChange(shop.queryClient, { type: 'transaction', _id: id, ...(status && { status }) });

describe('a purchase', () => {
  it('brings balance, transaction and slip with its answer, so that nothing is asked again', async () => {
    await buys(receipt());
    await waitFor(() => expect(wallet()).toBe('4505, t1 success'));
    const slip = await shop.queryClient.fetchQuery({ ...transactionQuery('t1'), staleTime: 60_000 });
    expect(slip.slip).toBe('CODE');
    await changes('success');
    expect(asks()).toEqual({ profile: 0, slip: 0 });
  });

  it('that does not begin where the known balance ends makes all be asked again', async () => {
    serverHas(4_000, 6, [receipt({ balance_Before: 4_495, balance_After: 4_000 })]);
    await buys(receipt({ balance_Before: 4_495, balance_After: 4_000 }));
    await waitFor(() => expect(wallet()).toBe('4000, t1 success'));
    expect(asks().profile).toBe(1);
  });

  it('that was on its way before may be an old one: all is asked again', async () => {
    serverHas(5_000, 5, [receipt({ trans_Status: 'refunded' })]);
    await noteReceipt(shop.queryClient, { receipt: receipt(), slip: 'CODE' }, { isRepeat: true });
    await waitFor(() => expect(wallet()).toBe('5000, t1 refunded'));
  });

  it('is not lost to a profile that was asked for before it', async () => {
    const [before, after] = [
      shopProfile(),
      shopProfile({ user: user({ balance: 4_505, balanceVersion: 4 }), transactions: [receipt()] }),
    ];
    let bought: Promise<void> | undefined;
    shop.answer({
      getProfile: () => {
        if (bought !== undefined) return json(200, after);
        bought = buys(receipt());
        return json(200, before);
      },
    });
    await shop.queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
    await bought;
    await waitFor(() => expect(shop.queryClient.isFetching()).toBe(0));
    expect(wallet()).toBe('4505, t1 success');
  });
});

describe('a change that the event stream tells', () => {
  it('of a transaction that this page does not have makes all be asked again', async () => {
    serverHas(6_000, 4, [receipt({ _id: 't9', trans_Type: 'wallet' })]);
    await changes('success', 't9');
    await waitFor(() => expect(wallet()).toBe('6000, t9 success'));
    expect(asks()).toEqual({ profile: 1, slip: 0 });
  });

  it('to a delivered transaction, such as a refund by staff, makes all be asked again', async () => {
    await buys(receipt());
    serverHas(5_000, 5, [receipt({ trans_Status: 'refunded' })]);
    await changes();
    await waitFor(() => expect(wallet()).toBe('5000, t1 refunded'));
  });

  it('from waiting to delivered is asked of that transaction alone', async () => {
    await buys(pending);
    await waitFor(() => expect(wallet()).toBe('4505, t1 pending'));
    serverHas(4_505, 4, [receipt()], receipt());
    await changes('success');
    await waitFor(() => expect(wallet()).toBe('4505, t1 success'));
    expect(asks()).toEqual({ profile: 0, slip: 1 });
  });

  it('from waiting to failed brings the money back', async () => {
    await buys(pending);
    const failed = receipt({ trans_Status: 'failed' });
    serverHas(5_000, 5, [failed], failed);
    await changes('failed');
    await waitFor(() => expect(wallet()).toBe('5000, t1 failed'));
  });
});

describe('an event that was lost', () => {
  it('is made good by the slip that asks by itself', async () => {
    await buys(pending);
    const failed = receipt({ trans_Status: 'failed' });
    serverHas(5_000, 5, [failed], failed);
    await shop.queryClient.fetchQuery({ ...transactionQuery('t1'), staleTime: 0 });
    await waitFor(() => expect(wallet()).toBe('5000, t1 failed'));
  });

  it('is made good when the stream is back', async () => {
    await buys(pending);
    serverHas(4_505, 4, [receipt()]);
    await shop.queryClient.invalidateQueries();
    await waitFor(() => expect(wallet()).toBe('4505, t1 success'));
  });
});
