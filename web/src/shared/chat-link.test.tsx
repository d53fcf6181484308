import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { brand } from '../platform/brand.ts';
import { ChatLink } from './chat-link.tsx';

afterEach(() => {
  cleanup();
  Object.assign(brand, { supportChatNumber: '' });
});

describe('the link to the chat', () => {
  it('opens a messaging app to the support number', () => {
    Object.assign(brand, { supportChatNumber: '+234 800 000 0000' });
    render(<ChatLink />);
    const link = screen.getByRole('link', { name: 'Chat with support' });
    expect(link.getAttribute('href')).toBe('https://wa.me/2348000000000');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('is not there without a support number', () => {
    render(<ChatLink />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
