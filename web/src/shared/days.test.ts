// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { changeDays } from './days.ts';

describe('days', () => {
  const today = '2026-11-21';

  it('end today when only the first is given', () => {
    expect(changeDays({ from: '2026-11-01' }, 'from', today)).toEqual({ from: '2026-11-01', to: today });
  });

  it('never lie in the future', () => {
    expect(changeDays({ from: '2026-12-01', to: '2027-01-01' }, 'to', today)).toEqual({
      from: today,
      to: today,
    });
  });

  it('never cross: the one that was changed stands', () => {
    expect(changeDays({ from: '2026-11-10', to: '2026-11-05' }, 'from', today)).toEqual({
      from: '2026-11-10',
      to: '2026-11-10',
    });
    expect(changeDays({ from: '2026-11-10', to: '2026-11-05' }, 'to', today)).toEqual({
      from: '2026-11-05',
      to: '2026-11-05',
    });
  });
});
