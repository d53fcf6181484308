/** A sample that is not run is named, and fails where its language is demanded. */
import { afterEach, expect, it, vi } from 'vitest';
import { isMissing } from './installed.ts';

afterEach(() => vi.unstubAllEnvs());

it('names the sample that is not run where its program is not installed', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(isMissing('nosuchprogram', 'buy.php')).toBe(true);
  expect(said).toHaveBeenCalledWith(
    expect.stringContaining('nosuchprogram is not installed: the sample buy.php was read and not run'),
  );
  said.mockRestore();
});

it('runs the sample, so that it fails, where the program is demanded and not installed', () => {
  vi.stubEnv('JARA_REQUIRE_NOSUCHPROGRAM', '1');
  expect(isMissing('nosuchprogram', 'buy.php')).toBe(false);
});

it('runs the sample where the program is installed', () => {
  expect(isMissing(process.execPath, 'buy.mjs')).toBe(false);
});
