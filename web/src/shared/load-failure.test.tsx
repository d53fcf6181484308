import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Refusal, Unreachable } from '../platform/send.ts';
import { FailureNotice, LoadFailure } from './load-failure.tsx';

afterEach(cleanup);

const words = (error: unknown): string => {
  render(<LoadFailure title="The plans could not be loaded" error={error} onRetry={() => undefined} />);
  return screen.getByRole('alert').textContent ?? '';
};

it('says what to do, and by which number support finds the request', () => {
  const said = words(
    new Refusal(500, { msg: 'Something went wrong', code: 'internal_error', requestId: 'r-7' }),
  );
  expect(said).toContain('The fault is ours. Try again in a moment; if it stays, write to support.');
  expect(said).toContain('For support: r-7');
  expect(said).not.toContain('Something went wrong');
});

it('says what the server says, and that there is no network', () => {
  expect(words(new Refusal(503, { msg: 'The service is busy', code: 'unavailable' }))).toContain(
    'The service is busy',
  );
  cleanup();
  const said = words(new Unreachable('connection'));
  expect(said).toContain('No connection. Check your network and try again');
  expect(said).not.toContain('For support');
});

it.each(['internal_error', 'outcome_unknown', 'unavailable'] as const)(
  'of a form has the number for support: %s',
  (code) => {
    render(<FailureNotice error={new Refusal(500, { msg: 'Not now', code, requestId: 'r-8' })} />);
    expect(screen.getByRole('alert').textContent).toBe('Not nowFor support: r-8');
  },
);

it('of a form that was refused says what to change, and nothing for support', () => {
  render(
    <FailureNotice error={new Refusal(400, { msg: 'Too much', code: 'contact_limit', requestId: 'r-9' })} />,
  );
  expect(screen.getByRole('alert').textContent).toBe('Too much');
});
