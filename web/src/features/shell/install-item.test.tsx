import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catchInstallOffer } from '../../platform/install.ts';
import { InstallItem } from './install-item.tsx';

catchInstallOffer();

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'standalone');
});

const item = () => screen.queryByRole('button', { name: 'Install app' });

/** As Chromium does when it could install the page. */
function offer(): { event: Event; asked: () => number } {
  let asked = 0;
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => {
      asked += 1;
      return Promise.resolve();
    },
  });
  act(() => void window.dispatchEvent(event));
  return { event, asked: () => asked };
}

describe('Install app', () => {
  it('is not there where the browser cannot, or has done it', () => {
    render(<InstallItem />);
    expect(item()).toBeNull();
    offer();
    expect(item()).not.toBeNull();
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(item()).toBeNull();
  });

  it('waits in the menu instead of the browser’s banner, and asks once', () => {
    render(<InstallItem />);
    const { event, asked } = offer();
    expect(event.defaultPrevented).toBe(true);
    expect(asked()).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Install app' }));
    expect(asked()).toBe(1);
    expect(item()).toBeNull();
  });

  it('says how in Safari on a phone', () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    render(<InstallItem />);
    fireEvent.click(screen.getByRole('button', { name: 'Install app' }));
    expect(screen.getByRole('status').textContent).toBe('Press Share in Safari, then Add to Home Screen.');
    expect(item()?.getAttribute('aria-expanded')).toBe('true');
  });
});
