// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ServiceStatus } from '@jara/contract/calls/status.ts';
import { troubleOf } from './trouble-of.ts';

const status = (changes: Partial<ServiceStatus>): ServiceStatus => ({
  service: 'data',
  network: 'GLO',
  deliveredPercent: 100,
  failedPercent: 0,
  pendingPercent: 0,
  slowPercent: 0,
  medianSeconds: 4,
  ...changes,
});

describe('the status strip', () => {
  it.each<[Partial<ServiceStatus>, string | undefined]>([
    [{}, undefined],
    [{ slowPercent: 24, failedPercent: 24 }, undefined],
    [{ slowPercent: 40 }, 'Glo data is slow: 4 in 10 wait over a minute.'],
    [
      { service: 'airtime', network: '9MOBILE', failedPercent: 30, slowPercent: 50 },
      'T2 (9mobile) airtime has trouble: 3 in 10 fail. The money of those comes back at once.',
    ],
    [
      { service: 'electricity', network: 'Ikeja', slowPercent: 100 },
      'Ikeja electricity is slow: all of them wait over a minute.',
    ],
  ])('%j is %j', (changes, words) => {
    expect(troubleOf(status(changes))).toBe(words);
  });
});
