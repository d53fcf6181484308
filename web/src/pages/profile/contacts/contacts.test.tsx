import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { json, type Asked } from '../../../../test/answers.ts';
import { receipt } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Contacts from './contacts.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(async () => {
  await shop.close();
  Reflect.deleteProperty(navigator, 'contacts');
});

const contact = (_id: string, contactName: string, contactNumber: string, daysUnused = 0): Contact => ({
  _id,
  contactName,
  contactNumber,
  contactNetwork: 'MTN',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: new Date(Date.now() - daysUnused * 24 * 3_600_000).toISOString(),
});
const mama = contact('1', 'Mama', '08031234567');
const chidi = contact('2', 'Chidi', '08051234567', 26);
const papa = contact('3', 'Papa', '08061234567');

/** A server that keeps a list. */
async function showList(
  contacts: Contact[],
  answers: Answers = {},
  transactions: ReturnType<typeof receipt>[] = [],
) {
  let saved = contacts;
  const idOf = ({ url }: Asked) => url.split('/').at(-1);
  const read = ({ body }: Asked) => JSON.parse(body) as Omit<Contact, '_id'>;
  shop = await openShop(
    {
      listContacts: () => json(200, { contacts: saved }),
      addContact: (asked) => {
        const added = { ...contact('9', '', ''), ...read(asked) };
        saved = [added, ...saved];
        return json(200, { msg: `${added.contactName} is in your contacts`, contact: added });
      },
      updateContact: (asked) => {
        saved = saved.map((one) =>
          one._id === idOf(asked) ? { ...one, ...read(asked), lastUsedAt: new Date().toISOString() } : one,
        );
        return json(200, { msg: 'changed', contact: mama });
      },
      removeContact: (asked) => {
        saved = saved.filter(({ _id }) => _id !== idOf(asked));
        return json(200, { msg: 'removed' });
      },
      ...answers,
    },
    { transactions },
  );
  shop.show(
    <>
      <Contacts />
      <Toasts />
    </>,
    '/profile/contacts',
  );
  if (contacts.length > 0) await screen.findByRole('list', { name: 'Contacts' });
}

const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const rows = () =>
  within(screen.getByRole('list', { name: 'Contacts' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const sent = (call: 'addContact' | 'updateContact') =>
  shop.asked(call).map(({ body }) => JSON.parse(body) as unknown);

async function fills(name: string, phone: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Add contact' }));
  if (name !== '') await userEvent.type(screen.getByLabelText('Nickname'), name);
  if (phone !== '') await userEvent.type(screen.getByLabelText('Phone number'), phone);
}
const saves = () => userEvent.click(screen.getByRole('button', { name: 'Save contact' }));

describe('the list of contacts', () => {
  it("says 'No contacts yet' when it is empty", async () => {
    await showList([]);
    expect(await screen.findByText('No contacts yet')).toBeDefined();
  });

  it('shows nickname, number and network of each', async () => {
    await showList([mama, { ...chidi, contactNetwork: '9MOBILE', lastUsedAt: new Date().toISOString() }]);
    expect(rows()).toEqual(['Mama0803 123 4567MTN', 'Chidi0805 123 4567T2 (9mobile)']);
  });

  it('has shortcuts to airtime, data and transactions, with number and network filled in', async () => {
    await showList([mama]);
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(addressOf('Buy airtime for Mama')).toBe('/profile/buyairtime?phone=08031234567&network=MTN');
    expect(addressOf('Buy data for Mama')).toBe('/profile/buydata?phone=08031234567&network=MTN');
    expect(addressOf('Transactions of Mama')).toBe('/profile/transactions?phoneNumber=08031234567');
  });

  it('is searched by name and by number once it is long', async () => {
    await showList([mama, chidi, papa, ...['a', 'b', 'c'].map((id) => contact(id, id, `0803000000${id}`))]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or number' }), '0806');
    expect(rows()).toEqual(['Papa0806 123 4567MTN']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or number' }), '99');
    expect(screen.getByText('Nobody with that name or number.')).toBeDefined();
  });

  it('says what leaves it soon, and keeps what one wants to keep', async () => {
    await showList([mama, chidi]);
    expect(rows()[1]).toContain('Unused for 26 days, leaves in 4');
    await userEvent.click(screen.getByRole('button', { name: 'Keep Chidi' }));
    await waitFor(() => expect(shop.asked('updateContact')).toHaveLength(1));
    await waitFor(() => expect(rows()[1]).not.toContain('Unused'));
  });

  it('removes one, says so in its place, and brings it back', async () => {
    await showList([mama, chidi, papa]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Chidi' }));
    expect(rows()[1]).toContain('Chidi is removed');
    expect(document.activeElement?.textContent).toBe('Undo');
    await waitFor(() =>
      expect(shop.asked('removeContact').map(({ url }) => url)).toEqual(['/api/v1/auth/contact/2']),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Bring Chidi back' }));
    await waitFor(() => expect(sent('addContact')).toMatchObject([{ contactNumber: '08051234567' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Chidi' })).toBeDefined());
    expect(screen.queryByText('Chidi is removed')).toBeNull();
  });

  it('puts back what the server did not remove', async () => {
    await showList([mama, chidi], { removeContact: 'hang up' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Chidi' }));
    expect(await toastSays('No connection. Check your network and try again')).toBeDefined();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Chidi' })).toBeDefined());
  });
});

describe('saving a contact', () => {
  it.each([
    ['', '', 'All fields are required'],
    ['Mama', '', 'All fields are required'],
    ['', '08031234567', 'All fields are required'],
    ['Mama', '0803123', 'Please check the phone number entered'],
    ['Mama', '07001234567', 'Please select a network'],
  ])('with "%s" and "%s" says: %s, and keeps what was typed', async (name, phone, words) => {
    await showList([]);
    await fills(name, phone);
    await saves();
    expect(await toastSays(words)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe(name);
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value.replace(/ /g, '')).toBe(phone);
    expect(sent('addContact')).toEqual([]);
  });

  it('knows the network of the number', async () => {
    await showList([]);
    await fills('Mama', '08051234567');
    await saves();
    expect(await toastSays('Mama is in your contacts')).toBeDefined();
    expect(sent('addContact')).toMatchObject([{ contactName: 'Mama', contactNetwork: 'GLO' }]);
    await waitFor(() => expect(rows()).toEqual(['Mama0805 123 4567Glo']));
  });

  it('shows a refusal of the server at its field', async () => {
    const msg = 'This number is in your contacts already';
    const errors = [{ field: 'contactNumber', msg }];
    await showList([mama], {
      updateContact: json(400, { msg, code: 'invalid_input', requestId: 'r', errors }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Edit Mama' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Mama');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await toastSays(msg)).toBeDefined();
    expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true');
  });

  it('is as it was typed when the screen is drawn again, and forgotten once it is saved or closed', async () => {
    const draws = async () => {
      cleanup();
      shop.show(<Contacts />, '/profile/contacts');
      await screen.findByRole('list', { name: 'Contacts' });
    };
    const nickname = () => screen.getByLabelText<HTMLInputElement>('Nickname');
    await showList([mama]);
    await fills('Zainab', '0803');
    await draws();
    await fills('', '');
    expect(nickname().value).toBe('Zainab');
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0803');
    await userEvent.type(screen.getByLabelText('Phone number'), '1112222');
    await saves();
    await waitFor(() => expect(rows()).toHaveLength(2));
    await draws();
    await fills('', '');
    expect(nickname().value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Mama' }));
    await userEvent.type(nickname(), ' Ngozi');
    await draws();
    await userEvent.click(screen.getByRole('button', { name: 'Edit Mama' }));
    expect(nickname().value).toBe('Mama Ngozi');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Mama' }));
    expect(nickname().value).toBe('Mama');
    await userEvent.type(nickname(), ' Ngozi');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Mama Ngozi' }));
    expect(nickname().value).toBe('Mama Ngozi');
  });

  it('takes one from the phone where the browser can', async () => {
    const select = () => Promise.resolve([{ name: ['Zainab'], tel: ['+234 803 123 4567'] }]);
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
    await showList([]);
    await fills('', '');
    await userEvent.click(screen.getByRole('button', { name: 'Choose from your phone' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Zainab'));
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0803 123 4567');
  });

  it('does not speak of the phone where it cannot', async () => {
    await showList([]);
    await fills('', '');
    expect(screen.queryByRole('button', { name: 'Choose from your phone' })).toBeNull();
  });
});

describe('the other places that money goes to', () => {
  const address = () => screen.getByLabelText('Address').textContent;
  const opens = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

  it('are saved bank accounts: a press opens the withdrawal with the account filled in', async () => {
    const account = { _id: 'b1', accountName: 'ADA OBI', bankName: 'GTBank', bankCode: '058' };
    const beneficiaryList = [{ ...account, accountNumber: '0123456789' }];
    await showList([mama], { listBeneficiaries: json(200, { beneficiaryList }) });
    await opens('Bank accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    expect(address()).toContain('/profile/withdraw');
    expect(sessionStorage.getItem('draft:u1:withdraw')).toBe(
      JSON.stringify({ bankCode: '058', accountNumber: '0123456789', amount: '' }),
    );
  });

  it('are the meters that one bought for last: a press opens Electricity with the meter filled in', async () => {
    const bought = { trans_Type: 'electricity', trans_Network: 'Ikeja', recipient: '45012345678' };
    const transaction = receipt({ ...bought, product: 'IKEJA-PREPAID', faceValue: 2_000 });
    await showList([mama], {}, [transaction]);
    await opens('Meters');
    await userEvent.click(await screen.findByRole('button', { name: 'Buy electricity for 4501 2345 678' }));
    expect(address()).toContain('/profile/electricity');
    expect(sessionStorage.getItem('draft:u1:electricity')).toBe(
      JSON.stringify({ meterId: '18', meterType: 'prepaid', meterNumber: '45012345678', amount: '2000' }),
    );
  });

  it('may be none yet: then the tab says how they come', async () => {
    await showList([mama], { listBeneficiaries: json(200, { beneficiaryList: [] }) });
    await opens('Bank accounts');
    expect(await screen.findByText('No bank accounts yet')).toBeDefined();
    await opens('Meters');
    expect(await screen.findByText('No meters yet')).toBeDefined();
    await opens('Numbers');
    expect(await screen.findByRole('list', { name: 'Contacts' })).toBeDefined();
  });
});
