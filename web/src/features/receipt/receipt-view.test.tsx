import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CustomerCopy } from '@jara/contract/calls/receipts/customer-copy.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { json } from '../../../test/answers.ts';
import { receipt, user } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { endSession } from '../../platform/session.ts';
import type { Movement } from '../money/movement.ts';
import { ReceiptView } from './receipt-view.tsx';

const contact = {
  _id: 'c1',
  contactName: 'Mama',
  contactNumber: '08031234567',
  contactNetwork: 'MTN',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-01T10:00:00.000Z',
};
const account = {
  _id: 'b1',
  accountName: 'ADA OBI',
  accountNumber: '0123456789',
  bankName: 'GTBank',
  bankCode: '058',
};
const electricity: Partial<Receipt> = {
  trans_Type: 'electricity',
  trans_Network: 'Ikeja',
  product: 'IKEJA-PREPAID',
  recipient: '45012345678',
  faceValue: 2_000,
  charge: 2_050,
  tokens: ['11112222333344445555'],
};
const transfer: Partial<Receipt> = {
  trans_Type: 'transfer',
  trans_Network: null,
  product: null,
  recipient: null,
  description: 'To Bola A. (bola): rent',
  trans_amount: 700,
  charge: null,
  faceValue: null,
};
const withdrawal: Partial<Receipt> = {
  trans_Type: 'withdraw',
  trans_Network: null,
  product: null,
  recipient: '0123456789',
  description: 'To ADA OBI, GTBank',
  trans_amount: 3_000,
  charge: 50,
  faceValue: 2_950,
};
const funding: Partial<Receipt> = {
  trans_Type: 'wallet',
  trans_Network: null,
  product: null,
  recipient: null,
  description: 'Card payment',
  balance_Before: 0,
  balance_After: 990,
  trans_amount: 990,
  charge: 10,
  faceValue: 1_000,
};

const noCopy: CustomerCopy = { shopName: null, showsPrice: false, prices: [] };
let customerCopy = noCopy;

let shop: Awaited<ReturnType<typeof openShop>> | undefined;
const repeated: Movement[] = [];

async function closes() {
  cleanup();
  await shop?.stop();
  shop = undefined;
}

afterEach(async () => {
  await closes();
  endSession();
  repeated.length = 0;
  customerCopy = noCopy;
  localStorage.clear();
});

async function opens(
  changes: Partial<Receipt> = {},
  contacts: readonly (typeof contact)[] = [],
  person = user(),
) {
  await closes();
  const answers = {
    getTransaction: json(200, { receipt: receipt(changes), slip: 'JR1-ABC' }),
    listContacts: json(200, { contacts }),
    listBankCodes: json(200, { bankCodes: [], fee: 50, minimumAmount: 100, maximumAmount: 1_000_000 }),
    listBeneficiaries: json(200, { beneficiaryList: [account] }),
    addContact: json(200, { msg: 'saved', contact }),
    getCustomerCopy: json(200, customerCopy),
  };
  shop = await openShop(answers, { user: person });
  shop.show(<ReceiptView id="t1" isNew={false} onBuyAgain={(movement) => repeated.push(movement)} />);
  return within(await screen.findByRole('article'));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a slip can be repeated, shared, printed and checked', () => {
  it.each([
    ['airtime', {}, 'Buy again', { kind: 'airtime', phone: '08031234567', amount: 500, leaves: 495 }],
    [
      'electricity',
      electricity,
      'Buy again',
      { kind: 'electricity', meterNumber: '45012345678', leaves: 2_050 },
    ],
    ['a transfer', transfer, 'Send again', { kind: 'transfer', userName: 'bola', note: 'rent', leaves: 700 }],
    [
      'a withdrawal',
      withdrawal,
      'Withdraw again',
      { ...account, _id: undefined, leaves: 3_000, received: 2_950 },
    ],
    ['a payment', funding, undefined, undefined],
  ])('of %s', async (_what, changes, again, movement) => {
    await opens(changes);
    for (const name of ['Share', 'Print', 'Copy link']) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
    if (again === undefined) {
      expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
      return;
    }
    await userEvent.click(await screen.findByRole('button', { name: again }));
    expect(repeated).toHaveLength(1);
    expect({ ...repeated[0], _id: undefined }).toMatchObject(movement);
  });

  it('and is printed by the browser', async () => {
    const print = vi.fn<() => void>();
    window.print = print;
    await opens();
    await press('Print');
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('but not repeated while it waits, nor by anybody but its owner', async () => {
    await opens({ trans_Status: 'pending' });
    expect(screen.queryByRole('button', { name: 'Buy again' })).toBeNull();
    await opens({ trans_UserName: 'chidi' });
    expect(screen.queryByRole('button', { name: 'Buy again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save contact' })).toBeNull();
  });
});

describe('a slip that waits', () => {
  it('says how it goes, and the sum once: what was paid and the wallet open by a press', async () => {
    await opens({ trans_Status: 'pending' });
    const more = await screen.findByRole('button', { name: 'More' });
    const behind = document.getElementById(more.getAttribute('aria-controls') ?? '');
    expect(behind?.className).toContain('hidden');
    expect(behind?.textContent).toContain('You paid');
    expect(behind?.contains(screen.getByRole('region', { name: 'What happened' }))).toBe(false);
    await userEvent.click(more);
    expect(behind?.className).not.toContain('hidden');
  });
});

describe('the reference that a client gave', () => {
  it('stands on the slip of an API user, and of nobody to whom it is a random key', async () => {
    const apiUser = user({ userType: 'api user' });
    const shown = async (changes: Partial<Receipt>, person = apiUser) =>
      (await opens(changes, [], person)).queryByText('Your reference')?.closest('div')?.textContent ?? null;
    expect(await shown({ clientReference: 'order-7' })).toBe('Your referenceorder-7');
    expect(await shown({ clientReference: null })).toBeNull();
    expect(await shown({ clientReference: 'order-7', trans_UserName: 'chidi' })).toBeNull();
    expect(await shown({ clientReference: 'order-7' }, user())).toBeNull();
  });
});

describe('a number that is in no contact', () => {
  it('is saved from its slip under a name', async () => {
    await opens();
    await userEvent.click(await screen.findByRole('button', { name: 'Save contact' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Nickname'));
    await press('Save');
    expect(screen.getByText('Enter the name that you know them by.')).toBeDefined();
    shop?.answer({ listContacts: json(200, { contacts: [contact] }) });
    await userEvent.type(screen.getByLabelText('Nickname'), ' Mama {Enter}');
    const words = await screen.findByText('Mama is in your contacts.');
    await waitFor(() => expect(document.activeElement).toBe(words));
    expect(JSON.parse(shop?.asked('addContact')[0]?.body ?? '')).toEqual({
      contactName: 'Mama',
      contactNumber: '08031234567',
      contactNetwork: 'MTN',
    });
  });

  it('is not offered when it is saved already, failed, or is no phone number', async () => {
    await opens({}, [contact]);
    await screen.findByRole('button', { name: 'Buy again' });
    expect(screen.queryByRole('button', { name: 'Save contact' })).toBeNull();
    for (const changes of [{ trans_Status: 'failed' }, electricity]) {
      await opens(changes);
      await waitFor(() => expect(shop?.asked('listContacts')).toHaveLength(1));
      expect(screen.queryByRole('button', { name: 'Save contact' })).toBeNull();
    }
  });

  it('keeps the name when it could not be saved, and says why', async () => {
    await opens();
    shop?.answer({
      addContact: json(409, { msg: 'You have 500 contacts', code: 'contact_limit', requestId: 'r' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save contact' }));
    await userEvent.type(screen.getByLabelText('Nickname'), 'Mama{Enter}');
    expect(await screen.findByText('You have 500 contacts')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Mama');
  });
});

describe('the copy that is handed out', () => {
  const whatsApp = () =>
    new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href).searchParams.get('text');

  it('is the customer\u2019s until one chooses one\u2019s own, and by WhatsApp always the customer\u2019s', async () => {
    const shared: string[] = [];
    navigator.share = async (data) => void shared.push(data?.text ?? '');
    await opens();
    await press('Share');
    await userEvent.click(screen.getByRole('radio', { name: 'My copy' }));
    await press('Share');
    Reflect.deleteProperty(navigator, 'share');
    expect(shared.map((text) => text.includes('\u20a6495.00'))).toEqual([false, true]);
    expect(whatsApp()).not.toContain('495');
  });

  it('carries the shop name and the own price of this product, once they are given', async () => {
    await opens();
    shop?.answer({
      updateCustomerCopy: ({ body }) => {
        const { shopName, showsPrice, sellingPrice } = JSON.parse(body ?? '') as Record<string, unknown>;
        return json(200, { msg: 'changed', customerCopy: { shopName, showsPrice, prices: [sellingPrice] } });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add your shop name and price' }));
    await userEvent.type(screen.getByLabelText('Your price'), '0');
    await press('Save');
    expect(screen.getByText('Enter a price in naira.')).toBeDefined();
    await userEvent.clear(screen.getByLabelText('Your price'));
    await userEvent.type(screen.getByLabelText('Your price'), '520');
    await userEvent.type(screen.getByLabelText('Shop name'), 'Mama Nkechi Stores');
    await press('Save');
    await screen.findByRole('button', { name: 'Change' });
    expect(whatsApp()).toMatch(/^Mama Nkechi Stores slip: Delivered\n\u20a6520\.00\n/);
  });

  it.each([
    ['success', true],
    ['pending', true],
    ['failed', false],
    ['refunded', false],
  ])('of a purchase that is %s names the own price: %s', async (trans_Status, isNamed) => {
    const prices = [{ product: receipt().description, price: 520 }];
    customerCopy = { shopName: 'Mama Nkechi Stores', showsPrice: true, prices };
    await opens({ trans_Status });
    if (isNamed) await waitFor(() => expect(whatsApp()).toContain('\u20a6520.00'));
    else {
      await waitFor(() => expect(whatsApp()).toContain('Mama Nkechi Stores'));
      expect(whatsApp()).not.toContain('520');
    }
  });

  it('keeps what was typed when it could not be saved', async () => {
    await opens();
    const msg = 'Use letters and signs that can be seen';
    shop?.answer({
      updateCustomerCopy: json(400, {
        msg,
        code: 'invalid_input',
        requestId: 'r',
        errors: [{ field: 'shopName', msg }],
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add your shop name and price' }));
    await userEvent.type(screen.getByLabelText('Shop name'), 'Mama');
    await press('Save');
    expect(await screen.findByText(msg)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Mama');
  });

  it('of what others bought has nothing of one\u2019s own', async () => {
    await opens({ trans_UserName: 'chidi' });
    expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add your shop name and price' })).toBeNull();
    expect(shop?.asked('getCustomerCopy')).toEqual([]);
  });
});
