import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCheckAhead } from './check-ahead.ts';

let asked: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  asked = [];
});

/** A form that asks who has the username; two letters cannot be one. */
function Form() {
  const [text, setText] = useState('');
  const check = useCheckAhead({
    name: 'receiver',
    wanted: text.length > 2 ? text : undefined,
    ask: async () => {
      asked.push(text);
      return Promise.resolve(`${text} is known`);
    },
  });
  return (
    <form>
      <input aria-label="Username" value={text} onChange={(event) => setText(event.target.value)} />
      <output aria-label="Found">{check.found ?? ''}</output>
      <button type="button" onClick={check.askNow}>
        Ask
      </button>
      <button type="button" onClick={check.release}>
        Change
      </button>
    </form>
  );
}

const types = (value: string) => fireEvent.change(screen.getByLabelText('Username'), { target: { value } });
const passes = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const found = () => screen.getByLabelText('Found').textContent;

describe('a text input that is checked', () => {
  it('is debounced by 2000 ms', async () => {
    types('ada');
    await passes(1_999);
    expect(asked).toEqual([]);
    await passes(1);
    expect(asked).toEqual(['ada']);
    await passes(100);
    expect(found()).toBe('ada is known');
  });

  it('begins its pause anew with each letter, and asks once', async () => {
    types('ada');
    await passes(1_500);
    types('adae');
    await passes(1_999);
    expect(asked).toEqual([]);
    await passes(10_000);
    expect(asked).toEqual(['adae']);
  });

  it('asks at once when told to, and not again after the pause', async () => {
    types('ada');
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await passes(10_000);
    expect(asked).toEqual(['ada']);
  });

  it('is validated no more once it is taken back or becomes another one', async () => {
    types('ada');
    await passes(2_100);
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(found()).toBe('');
    await passes(10_000);
    expect(asked).toEqual(['ada']);
    types('ad');
    await passes(10_000);
    expect([asked, found()]).toEqual([['ada'], '']);
  });
});
