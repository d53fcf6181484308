import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserRouter, Link, matchPath, NavLink, useLocation, useSearchParams } from './router.tsx';

afterEach(cleanup);

describe('a pattern', () => {
  it.each([
    ['/profile', '/profile', {}],
    ['/profile', '/profile/', {}],
    ['/profile/buydata', '/profile/buyData', {}],
    ['/profile', '/profile/more', null],
    ['/register/:referralId', '/register/ada', { referralId: 'ada' }],
    ['/register/:referralId', '/register/a%20b', { referralId: 'a b' }],
    ['/register/:referralId', '/register/%E0%A4%A', { referralId: '%E0%A4%A' }],
    ['/register/:referralId', '/register/', null],
    ['/register/:referralId', '/register/a/b', null],
    ['/passwordReset/:userId/:token', '/passwordReset/7/x-y', { userId: '7', token: 'x-y' }],
    ['/profile/*', '/profile', {}],
    ['/profile/*', '/profile/a/b', {}],
    ['/profile/*', '/profiles', null],
    ['*', '/whatever', {}],
  ])('%s and %s give %j', (pattern, pathname, params) => {
    expect(matchPath(pattern, pathname)).toEqual(params);
  });
});

describe('links', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/start?a=1');
    render(
      <BrowserRouter>
        <NavLink to="/shop" className={({ isActive }) => (isActive ? 'here' : 'there')}>
          Shop
        </NavLink>
        <Link to={{ search: '?page=2' }} state={{ from: 'list' }}>
          Next page
        </Link>
        <Link to="/shop/door" target="_blank">
          New tab
        </Link>
        <Place />
      </BrowserRouter>,
    );
  });
  const place = () => screen.getByLabelText('Place').textContent;
  const press = (name: string) => userEvent.click(screen.getByRole('link', { name }));

  it('lead to their address, and back', async () => {
    await press('Shop');
    expect(place()).toBe('/shop  null');
    expect(screen.getByRole('link', { name: 'Shop' }).getAttribute('aria-current')).toBe('page');
    window.history.back();
    await screen.findByText('/start a=1 null');
    expect(screen.getByRole('link', { name: 'Shop' }).className).toBe('there');
  });

  it('keep the path when they only name the rest, and carry a state', async () => {
    await press('Next page');
    expect(place()).toBe('/start page=2 {"from":"list"}');
  });

  it('add no step when one is there already', async () => {
    await press('Shop');
    const steps = window.history.length;
    await press('Shop');
    expect(window.history.length).toBe(steps);
  });

  it('leave other tabs to the browser', async () => {
    const link = screen.getByRole('link', { name: 'New tab' });
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    let isTaken = true;
    // Beyond React's root, so it sees what the link made of the press; the browser of the test shall open nothing.
    window.addEventListener(
      'click',
      (click) => {
        isTaken = click.defaultPrevented;
        click.preventDefault();
      },
      { once: true },
    );
    link.dispatchEvent(event);
    expect(isTaken).toBe(false);
    expect(place()).toBe('/start a=1 null');
  });
});

function Place() {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  return (
    <output aria-label="Place">
      {pathname} {search.toString()} {JSON.stringify(state)}
    </output>
  );
}
