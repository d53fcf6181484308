import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailAddress } from './email-address.tsx';

it.each([
  ['ada@example.com', 'ada<wbr>@example.com'],
  ['"a@b"@example.com', '"a@b"<wbr>@example.com'],
  ['no address', 'no address'],
])('%s may break before its domain only', (address, html) => {
  const { container } = render(<EmailAddress address={address} />);
  expect(container.innerHTML).toBe(html);
  expect(container.textContent).toBe(address);
});
