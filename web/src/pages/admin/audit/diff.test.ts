import { describe, expect, it } from 'vitest';
import { changesOf } from './diff.ts';

describe('what an action changed', () => {
  it('is what differs, in words and naira', () => {
    expect(
      changesOf(
        { smartEarnerKobo: '26500', name: '1GB', isAvailable: true },
        { smartEarnerKobo: '27000', name: '1GB', isAvailable: false },
      ),
    ).toEqual([
      { name: 'smart earner', before: '₦265.00', after: '₦270.00' },
      { name: 'is available', before: 'yes', after: 'no' },
    ]);
    expect(changesOf({ smartEarnerPrice: 430 }, { smartEarnerPrice: 435.5 })).toEqual([
      { name: 'smart earner price', before: '₦430.00', after: '₦435.50' },
    ]);
    expect(changesOf({ serviceStatus: true }, { serviceStatus: false })).toEqual([
      { name: 'service status', before: 'available', after: 'locked' },
    ]);
  });

  it('is everything when there is one side alone', () => {
    expect(changesOf(null, { mail: 'a link' })).toEqual([{ name: 'mail', before: null, after: 'a link' }]);
    expect(changesOf({ msg: null }, { msg: 'Hello' })).toEqual([
      { name: 'msg', before: 'none', after: 'Hello' },
    ]);
    expect(changesOf({ staffLimits: { refund: 5_000 } }, {})).toEqual([
      { name: 'staff limits · refund', before: '₦5,000.00', after: null },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it('goes into what stands inside', () => {
    expect(
      changesOf(
        { ids: { GLAD: '1' }, suppliers: ['GLAD', 'ALARO'] },
        { ids: { GLAD: '2' }, suppliers: ['ALARO'] },
      ),
    ).toEqual([
      { name: 'ids · glad', before: '1', after: '2' },
      { name: 'suppliers', before: 'GLAD, ALARO', after: 'ALARO' },
    ]);
  });
});
