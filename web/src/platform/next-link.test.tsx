// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAtNextLink } from './next-link.ts';

const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
let stop: () => void = () => undefined;

beforeEach(() => {
  window.history.replaceState(null, '', '/start');
  render(
    <BrowserRouter>
      <Link to="/shop">Shop</Link>
      <Link to="/shop" state={{ slip: 't1' }}>
        Receipt
      </Link>
      <Link to="/elsewhere" onClick={(event) => event.preventDefault()}>
        Nowhere
      </Link>
      <Place />
    </BrowserRouter>,
  );
});

afterEach(() => {
  stop();
  cleanup();
  reload.mockClear();
});

const press = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const place = () => screen.getByLabelText('Place').textContent;

describe('when the program has become too old', () => {
  beforeEach(() => {
    stop = loadAtNextLink();
  });

  it('the next link loads its page', async () => {
    await press('Shop');
    expect(window.location.pathname).toBe('/shop');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('one that opens something over the screen does not', async () => {
    await press('Receipt');
    expect(place()).toBe('/shop {"slip":"t1"}');
    expect(reload).not.toHaveBeenCalled();
  });

  it('one that is held back does not', async () => {
    await press('Nowhere');
    expect(window.location.pathname).toBe('/start');
    expect(reload).not.toHaveBeenCalled();
  });
});

it('before that, links load nothing anew', async () => {
  await press('Shop');
  expect(place()).toBe('/shop null');
  expect(reload).not.toHaveBeenCalled();
});

function Place() {
  const { pathname, state } = useLocation();
  return (
    <output aria-label="Place">
      {pathname} {JSON.stringify(state)}
    </output>
  );
}
