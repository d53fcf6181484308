import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Toasts } from '../../ui/toast.tsx';
import { NumberSources } from './number-sources.tsx';
import type { Person } from '../../shared/people.ts';

let chosen: Person[] = [];

afterEach(() => {
  cleanup();
  chosen = [];
  Reflect.deleteProperty(navigator, 'contacts');
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

  it('that are closed again change nothing', async () => {
    phoneBookWith();
    show();
    await open();
    expect(chosen).toEqual([]);
  });
});
