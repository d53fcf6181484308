// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, type Asked } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { send } from '../../platform/send.ts';
import { PinSheet } from './pin-sheet.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

/** A server that makes a new challenge each time, and knows which ones a passkey must not answer. */
let challenges: string[];
let unwelcome: Set<string>;
function asks() {
  challenges.push(`ask${challenges.length}`);
  const passkey = {
    challenge: challenges.at(-1),
    timeout: 1_000,
    rpId: 'localhost',
    userVerification: 'required',
  };
  return json(403, { code: 'pin_required', msg: 'Enter your PIN', requestId: 'r', passkey });
}
function judge({ body: text }: Asked) {
  const { pin, passkey } = JSON.parse(text) as { pin?: string; passkey?: Given };
  if (passkey !== undefined && unwelcome.has(answered(passkey)))
    return json(403, { code: 'wrong_passkey', msg: 'This passkey did not work. Try again', requestId: 'r' });
  if (pin !== undefined || passkey !== undefined) return json(200, { msg: 'done', receipt: receipt() });
  return asks();
}
type Given = { response: { clientDataJSON: string } };
const answered = ({ response }: Given): string =>
  Buffer.from(response.clientDataJSON, 'base64url').toString();

/** The browser's own part: what a person with a passkey gives, or would rather not. */
let isGiven: boolean;
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const credentials = {
  get: ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) => {
    if (!isGiven) return Promise.reject(new DOMException('no', 'NotAllowedError'));
    const clientDataJSON = bytes(Buffer.from(publicKey.challenge).toString('base64url'));
    const response = { clientDataJSON, authenticatorData: bytes('a'), signature: bytes('s') };
    return Promise.resolve({
      id: 'aWQ',
      rawId: bytes('id'),
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    });
  },
};

beforeEach(async () => {
  challenges = [];
  unwelcome = new Set();
  isGiven = true;
  shop = await openShop({ buyAirtime: judge });
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  happyDOM.setURL(location.href.replace('127.0.0.1', 'localhost'));
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await shop.close();
});

const body = { network: 1, mobile_number: '08031234567', amount: 500 };
const buy = () => send('buyAirtime', body, { key: 'k-1' });
const usesPasskey = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
const sent = () =>
  shop.asked('buyAirtime').map(({ body: text }) => {
    const { passkey, ...said } = JSON.parse(text) as { passkey?: Given };
    return passkey === undefined ? said : { ...said, answers: answered(passkey) };
  });

describe('a call that needs the PIN, or a passkey', () => {
  it('is sent again with what the passkey answered, unchanged and with the same key', async () => {
    shop.show(<PinSheet />);
    const bought = buy();
    await usesPasskey();
    expect((await bought).msg).toBe('done');
    expect(sent()).toEqual([body, { ...body, answers: challenges[0] }]);
    expect(shop.asked('buyAirtime').map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
  });

  it('asks with another challenge after one that did not work, and says so', async () => {
    unwelcome.add('ask0');
    shop.show(<PinSheet />);
    const bought = buy();
    await usesPasskey();
    expect(await screen.findByText('This passkey did not work. Try again')).toBeTruthy();
    await usesPasskey();
    expect((await bought).msg).toBe('done');
    expect(sent()).toEqual([body, { ...body, answers: 'ask0' }, body, { ...body, answers: 'ask1' }]);
  });

  it('takes the PIN after all when no passkey was given', async () => {
    isGiven = false;
    shop.show(<PinSheet />);
    const bought = buy();
    await usesPasskey();
    expect(await screen.findByText('No passkey was given. Try again, or enter your PIN')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('PIN'), '2580');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await bought).msg).toBe('done');
    expect(sent().at(-1)).toEqual({ ...body, pin: '2580' });
  });

  it('offers no passkey where the browser has none', async () => {
    vi.unstubAllGlobals();
    shop.show(<PinSheet />);
    const bought = buy();
    await userEvent.type(await screen.findByLabelText('PIN'), '2580');
    expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await bought;
  });
});
