import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, Toasts } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  // What a test left standing leaves.
  act(() => void vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
});

const says = (words: string) => act(() => toast.error(words));
const passes = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const shown = () => screen.queryAllByText(/./, { selector: '[role=status] p' }).map((p) => p.textContent);

describe('a toast', () => {
  it('closes by itself after 5000 ms, not before', () => {
    says('All fields are required');
    passes(4_999);
    expect(shown()).toEqual(['All fields are required']);
    passes(1);
    expect(shown()).toEqual([]);
  });

  it('stays while one points at it, for what is left of its time', () => {
    says('All fields are required');
    passes(4_000);
    const line = screen.getByText('All fields are required');
    fireEvent.pointerEnter(line);
    passes(60_000);
    expect(shown()).toHaveLength(1);
    fireEvent.pointerLeave(line);
    passes(999);
    expect(shown()).toHaveLength(1);
    passes(1);
    expect(shown()).toEqual([]);
  });

  it('can be dismissed', () => {
    says('All fields are required');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss', hidden: true }));
    expect(shown()).toEqual([]);
  });

  it('says the same words once, and no more than three things at a time', () => {
    for (const words of ['one', 'one', 'two', 'three', 'four']) says(words);
    expect(shown()).toEqual(['two', 'three', 'four']);
  });
});
