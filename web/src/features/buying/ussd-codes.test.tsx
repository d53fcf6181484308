import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { networkLabels, networks, ussdCodes } from '@jara/contract/constants.ts';
import { UssdCodes } from './ussd-codes.tsx';

afterEach(cleanup);

const codesOf = (network: (typeof networks)[number]) =>
  screen.getByRole('region', { name: networkLabels[network], hidden: true }).textContent;

describe('balance-checking USSD codes', () => {
  it('are listed per network while none is chosen', () => {
    render(<UssdCodes network={null} />);
    for (const network of networks) {
      const { balance, data, older } = ussdCodes[network];
      for (const code of [balance, data, older]) expect(codesOf(network)).toContain(code);
    }
  });

  it('are those of the network that is chosen, to copy and to dial', () => {
    render(<UssdCodes network="GLO" />);
    expect(screen.getAllByRole('region', { hidden: true })).toHaveLength(1);
    expect(codesOf('GLO')).toContain('*310#');
    expect(screen.getByRole('button', { name: 'Copy *310#', hidden: true })).toBeDefined();
    const dial = screen.getByRole('link', { name: 'Dial *310#', hidden: true });
    expect(dial.getAttribute('href')).toBe('tel:*310%23');
  });
});
