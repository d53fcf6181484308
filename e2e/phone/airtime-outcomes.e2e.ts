import { buysAirtime, closesReceipt, sheet, shownBalance, slip, receiptState } from '../helpers/buying.ts';
import { aNewNumber, aUser, balanceOf, isSignedIn } from '../helpers/people.ts';
import { deliveriesTo } from '../helpers/sandbox.ts';
import { expect, test } from '../helpers/test.ts';

/*
 * Airtime with each outcome of the sandbox (D6.10), chosen by the last four digits. What stays open at first turns into
 * its end on the open slip, by the event stream, without a reload.
 */

const funded = 2_000;
const amount = 500;
const price = 495;

interface Outcome {
  digits: string;
  says: string;
  /** What the buyer sees in the end. */
  end: 'delivered' | 'returned' | 'waiting' | 'reversed';
  /** The purchase is answered before its end is known. */
  waitsFirst: boolean;
}

const outcomes: readonly Outcome[] = [
  { digits: '5555', says: 'delivered at once', end: 'delivered', waitsFirst: false },
  { digits: '0001', says: 'refused', end: 'returned', waitsFirst: false },
  { digits: '0002', says: 'processing, then delivered', end: 'delivered', waitsFirst: true },
  { digits: '0003', says: 'processing, then refused', end: 'returned', waitsFirst: true },
  { digits: '0004', says: 'delivered, connection dropped', end: 'delivered', waitsFirst: true },
  { digits: '0005', says: 'never answered', end: 'waiting', waitsFirst: true },
  { digits: '0006', says: 'error 500 after delivering', end: 'delivered', waitsFirst: true },
  { digits: '0007', says: 'an HTML page, not delivered', end: 'returned', waitsFirst: true },
  { digits: '0008', says: 'slow, then delivered', end: 'delivered', waitsFirst: false },
  { digits: '0009', says: 'processing for ever', end: 'waiting', waitsFirst: true },
  { digits: '0010', says: 'the float of the supplier is too low', end: 'returned', waitsFirst: false },
  { digits: '0011', says: 'success, then reversed', end: 'reversed', waitsFirst: false },
];

const pendingWords = 'Paid — waiting for MTN';
const heldWords = 'Your ₦495.00 is held, not lost. If it fails you get it back at once.';
const endWords = {
  delivered: 'Delivered',
  returned: 'Failed — money returned',
  waiting: pendingWords,
  reversed: 'Refunded',
} as const;
const balances = {
  delivered: '₦1,505.00',
  returned: '₦2,000.00',
  waiting: '₦1,505.00',
  reversed: '₦2,000.00',
} as const;

for (const { digits, says, end, waitsFirst } of outcomes) {
  test(`${digits}: ${says}`, async ({ page }) => {
    const ada = await aUser({ naira: funded });
    const phone = aNewNumber(digits);
    await isSignedIn(page, ada);
    await buysAirtime(page, { phone, amount, price });

    if (end === 'returned' && !waitsFirst) {
      const returned = sheet(page, 'Not delivered');
      await expect(returned.getByRole('status')).toHaveText(endWords.returned);
      await expect(returned).toContainText('₦495.00 is back in your wallet.');
      await returned.getByRole('button', { name: 'Close' }).last().click();
    } else {
      await expect(slip(page)).toContainText('₦500.00');
      if (waitsFirst) {
        await expect(receiptState(page)).toHaveText(pendingWords);
        await expect(slip(page)).toContainText(heldWords);
      }
      // Two suppliers are asked one after the other, on schedule, before a refusal is certain.
      await expect(receiptState(page)).toHaveText(endWords[end], { timeout: 45_000 });
      if (end === 'returned') await expect(slip(page)).toContainText('₦495.00 is back in your wallet.');
      await closesReceipt(page);
    }

    await expect(shownBalance(page)).toContainText(balances[end]);
    expect(await balanceOf(ada)).toBe(end === 'delivered' || end === 'waiting' ? funded - price : funded);
    expect(await deliveriesTo(phone)).toHaveLength(end === 'delivered' ? 1 : 0);
  });
}
