/** A form on a screen that one leaves and comes back to, and what its address asks for. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

export function Leavable({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        Come and go
      </button>
      <output aria-label="What the address asks">{useLocation().search}</output>
      {isThere && children}
    </>
  );
}

export const comeAndGo = (): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: 'Come and go' }));
