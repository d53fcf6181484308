import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DebouncedField } from './debounced-field.tsx';

let applied: string[] = [];
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  applied = [];
});

const show = (value = '') =>
  render(<DebouncedField label="Username" value={value} onApply={(text) => applied.push(text)} />);
const types = (value: string) => fireEvent.change(screen.getByLabelText('Username'), { target: { value } });
const passes = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('a typed filter', () => {
  it('applies after a 2-second pause, not before', () => {
    show();
    types('ad');
    passes(1_999);
    expect(applied).toEqual([]);
    passes(1);
    expect(applied).toEqual(['ad']);
  });

  it('waits for the pause after the last letter, and applies once', () => {
    show();
    types('a');
    passes(1_500);
    types('ada ');
    passes(1_999);
    expect(applied).toEqual([]);
    passes(10_000);
    expect(applied).toEqual(['ada']);
  });

  it('applies at once by Enter, and not again after the pause', () => {
    show();
    types('ada');
    fireEvent.keyDown(screen.getByLabelText('Username'), { key: 'Enter' });
    expect(applied).toEqual(['ada']);
    passes(10_000);
    expect(applied).toEqual(['ada']);
  });

  it('that is what is applied already changes nothing', () => {
    show('ada');
    types('ada ');
    passes(2_000);
    expect(applied).toEqual([]);
  });
});
