import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Refusal, Unreachable } from '../platform/send.ts';
import { LoadFailure } from './load-failure.tsx';

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
