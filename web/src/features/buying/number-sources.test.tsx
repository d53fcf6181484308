import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from '../../ui/toast.tsx';
import { NumberSources } from './number-sources.tsx';
import type { Person } from '../../shared/people.ts';

let chosen: Person[] = [];
/** What this device has and the test's browser has not. */
const fakes: { mockRestore: () => void }[] = [];

afterEach(() => {
  cleanup();
  chosen = [];
  Reflect.deleteProperty(navigator, 'contacts');
  for (const fake of fakes.splice(0)) fake.mockRestore();
});

/** The device's contact picker, which only phones have. */
function phoneBookWith(...picked: { name?: string[]; tel?: string[] }[]) {
  Object.defineProperty(navigator, 'contacts', {
    configurable: true,
    value: { select: () => Promise.resolve(picked) },
  });
}

const show = () =>
  render(
    <>
      <NumberSources onChoose={(person) => chosen.push(person)} />
      <Toasts />
    </>,
  );
const open = () => userEvent.click(screen.getByRole('button', { name: 'Phone contacts' }));

describe("the device's contacts", () => {
  it('are offered only where the device has a picker', () => {
    show();
    expect(screen.queryByRole('button', { name: 'Phone contacts' })).toBeNull();
  });

  it('give the first number that is one, with its name and its network', async () => {
    phoneBookWith({ name: ['Mama'], tel: ['+1 555 0100', '+234 805 123 4567'] });
    show();
    await open();
    await waitFor(() => expect(chosen).toEqual([{ phone: '08051234567', name: 'Mama', network: 'GLO' }]));
  });

  it('that have no Nigerian number say so', async () => {
    phoneBookWith({ name: ['Office'], tel: ['+1 555 0100'] });
    show();
    await open();
    expect(await screen.findByText('This contact has no Nigerian mobile number')).toBeDefined();
    expect(chosen).toEqual([]);
  });

  it('are understood as they were saved', async () => {
    phoneBookWith({ name: ['Ada'], tel: ['803 123 4567'] });
    show();
    await open();
    await waitFor(() => expect(chosen).toEqual([{ phone: '08031234567', name: 'Ada', network: 'MTN' }]));
  });

  it('that are closed again change nothing', async () => {
    phoneBookWith();
    show();
    await open();
    expect(chosen).toEqual([]);
  });
});

describe('the clipboard', () => {
  const pastes = async (text: string) => {
    fakes.push(
      vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList), // a finger
      vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(text),
    );
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Paste' }));
  };

  it('gives the number that stands between words', async () => {
    await pastes('Ada MTN: \u202a+234 803 123 4567\u202c');
    await waitFor(() => expect(chosen).toEqual([{ phone: '08031234567', network: 'MTN' }]));
  });

  it.each([
    ['08031234567 or 08051234567', 'What you copied has two numbers. Copy one of them'],
    ['+1 555 0100', 'What you copied has no Nigerian mobile number'],
  ])('with %o says: %s', async (text, words) => {
    await pastes(text);
    expect(await screen.findByText(words)).toBeDefined();
    expect(chosen).toEqual([]);
  });
});
