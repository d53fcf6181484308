import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { StaffStepUpSheet } from '../../../shared/forms/staff-step-up-sheet.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import SendMail from './send-mail.tsx';

const campaign = {
  _id: '7',
  subject: 'Closed on Sunday',
  author: 'boss',
  userAccount: null,
  recipients: 200,
  sent: 50,
  waiting: 140,
  skipped: 8,
  failed: 2,
  createdAt: '2026-11-21T08:00:00Z',
  stoppedAt: null,
};
let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop(
    {
      listMailCampaigns: json(200, { campaigns: [campaign] }),
      validateUser: json(200, { name: 'Obinna E.', userName: 'obi', isVerified: true }),
      previewMail: json(200, {
        subject: 'Hello',
        html: '<html><head></head></html>',
        text: 'x',
        recipients: 1_234,
      }),
      sendMail: json(202, { msg: 'The mail to 1,234 users is on its way', recipients: 1_234 }),
    },
    { isAdmin: true },
  );
  shop.show(
    <>
      <SendMail />
      <StaffStepUpSheet />
      <Toasts />
    </>,
    '/admin/sendMail',
  );
});
afterEach(() => shop.close());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

async function writes(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), value);
  }
}
const whole = { Subject: 'Hello', Message: 'Hi all', 'Button text': 'Go', Link: 'https://a.example/' };
const bodyOf = (name: 'sendMail' | 'previewMail'): unknown =>
  JSON.parse(shop.asked(name).at(-1)?.body ?? 'null');

describe('sending mail', () => {
  it('begins with a link that defaults to https://, and a button that says Send email', () => {
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('https://');
    expect(screen.getByRole('button', { name: 'Send email' })).toBeDefined();
  });

  it.each(Object.keys(whole))("without %s says 'All fields are required'", async (left) => {
    const { [left as keyof typeof whole]: _, ...others } = whole;
    await writes(others);
    if (left === 'Link') await writes({ Link: 'https://' });
    await press('Send email');
    expect(await toastSays('All fields are required')).toBeDefined();
    expect(screen.getByLabelText(left).getAttribute('aria-invalid')).toBe('true');
    expect(shop.asked('sendMail')).toEqual([]);
  });

  it('with a blank username goes to all users, after the number of readers was confirmed', async () => {
    await writes(whole);
    await press('Send email');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 1,234 people', hidden: true }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain('/profile null'));
    expect(await toastSays('The mail to 1,234 users is on its way')).toBeDefined();
    expect(bodyOf('sendMail')).toEqual({
      subject: 'Hello',
      message: 'Hi all',
      url: 'https://a.example/',
      linkMessage: 'Go',
    });
    expect(shop.asked('sendMail')[0]?.headers['idempotency-key']).toBeDefined();
  });

  it('to a named user is validated first: the button says validate', async () => {
    await writes(whole);
    await userEvent.type(screen.getByLabelText('Username'), 'obi');
    await press('validate');
    expect(await screen.findByText('Obinna E.')).toBeDefined();
    await press('Send email');
    await waitFor(() => expect(bodyOf('previewMail')).toMatchObject({ userAccount: 'obi' }));
  });

  it('asks first who writes to everybody, and then sends what was written with the same key', async () => {
    let hasSteppedUp = false;
    const sent = json(202, { msg: 'The mail to 1,234 users is on its way', recipients: 1_234 });
    const asked = json(403, { code: 'step_up_required', msg: 'Say who you are', requestId: 'r' });
    shop.answer({
      sendMail: () => (hasSteppedUp ? sent : asked),
      confirmStepUp: () => {
        hasSteppedUp = true;
        return json(200, { msg: 'It is you' });
      },
    });
    await writes(whole);
    await press('Send email');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 1,234 people', hidden: true }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Is it you?', hidden: true }));
    await userEvent.type(sheet.getByLabelText('Your password'), 'correct horse 9');
    await userEvent.click(sheet.getByRole('button', { name: 'Continue', hidden: true }));
    // The words alone may be those of an earlier mail.
    await waitFor(() => expect(shop.asked('sendMail')).toHaveLength(2));
    expect(await toastSays('The mail to 1,234 users is on its way')).toBeDefined();
    const [first, second] = shop.asked('sendMail');
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('keeps what was written when it is refused, and says what is wrong at the field', async () => {
    const refusal = {
      msg: 'Use plain text',
      code: 'invalid_input',
      requestId: 'r',
      errors: [{ field: 'message', msg: 'Use plain text' }],
    };
    shop.answer({ sendMail: json(400, refusal) });
    await writes(whole);
    await press('Send email');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 1,234 people', hidden: true }));
    await waitFor(() => expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Hi all');
  });
});

describe('mails that were sent', () => {
  it('show how far they are, and are stopped after one was asked', async () => {
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60');
    expect(row.getByText('50 of 200 sent · 2 not delivered · 8 left out')).toBeDefined();
    const stopped = { ...campaign, stoppedAt: '2026-11-21T08:01:00Z' };
    shop.answer({
      stopMailCampaign: json(200, { msg: 'No more mails of "Closed on Sunday" are sent', campaign: stopped }),
      listMailCampaigns: json(200, { campaigns: [stopped] }),
    });
    await userEvent.click(row.getByRole('button', { name: 'Stop Closed on Sunday' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send no more', hidden: true }));
    expect(await screen.findByText('Stopped')).toBeDefined();
    expect(shop.asked('stopMailCampaign')).toHaveLength(1);
  });
});
