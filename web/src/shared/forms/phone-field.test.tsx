import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Network } from '@jara/contract/constants.ts';
import { networkOf, PhoneField, phoneFix } from './phone-field.tsx';

function Form() {
  const [phone, setPhone] = useState('');
  const [network, setNetwork] = useState<Network | null>(null);
  return (
    <PhoneField
      label="Phone number"
      value={phone}
      onChange={setPhone}
      network={network}
      onNetworkChange={setNetwork}
    />
  );
}

const number = () => screen.getByLabelText<HTMLInputElement>('Phone number');
const network = () => screen.getByLabelText<HTMLSelectElement>('Network');

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the phone field', () => {
  it('knows the network as soon as the prefix is typed', async () => {
    render(<Form />);
    expect(network().value).toBe('');
    await userEvent.type(number(), '0805');
    expect(network().value).toBe('GLO');
  });

  it('takes a pasted number as people have it and sets it for reading', async () => {
    render(<Form />);
    await userEvent.click(number());
    await userEvent.paste('+234 803-123-4567');
    expect(network().value).toBe('MTN');
    await userEvent.tab();
    expect(number().value).toBe('0803 123 4567');
  });

  it.each([
    ['Call me: 08031234567', '0803 123 4567'],
    ['\u202a+234 803 123 4567\u202c', '0803 123 4567'],
    ['803 123 4567', '0803 123 4567'],
    ['+2340803 123 4567', '0803 123 4567'],
    ['08031234567 or 08051234567', '08031234567 or 08051234567'],
  ])('of the pasted %o has %o', async (pasted, expected) => {
    render(<Form />);
    await userEvent.click(number());
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(number().value).toBe(expected);
    expect(network().value).toBe(expected.startsWith('0803 ') ? 'MTN' : '');
  });

  it('lets the network be changed and remembers it for that number', async () => {
    render(<Form />);
    await userEvent.type(number(), '08031234567');
    await userEvent.selectOptions(network(), 'AIRTEL');
    expect(network().value).toBe('AIRTEL');
    await userEvent.clear(number());
    await userEvent.type(number(), '08031234567');
    expect(network().value).toBe('AIRTEL');
    expect(networkOf('08031234568')).toBe('MTN');
  });

  it('forgets the change when it is taken back', async () => {
    render(<Form />);
    await userEvent.type(number(), '08031234567');
    await userEvent.selectOptions(network(), 'AIRTEL');
    await userEvent.selectOptions(network(), 'MTN');
    expect(networkOf('08031234567')).toBe('MTN');
  });
});

describe('what is wrong with a number', () => {
  it.each([
    ['08031234567', undefined],
    ['+234 803 123 4567', undefined],
    ['0803123456', 'Phone number must have 11 digits \u2014 you typed 10.'],
    ['08031234567 or 08051234567', 'These are two numbers. Keep one of them.'],
    ['01234567890', 'A Nigerian mobile number starts with 070, 080, 081, 090 or 091.'],
  ])('%s', (text, fix) => {
    expect(phoneFix(text)).toBe(fix);
  });
});
