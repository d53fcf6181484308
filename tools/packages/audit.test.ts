import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from './audit.ts';
import { readLock } from './sbom.ts';

const lock = readLock();
const report = (holes: Record<string, [severity: string, nodes?: string[]]>): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      Object.entries(holes).map(([name, [severity, nodes]]) => [name, { name, severity, nodes }]),
    ),
  });

describe('known holes', () => {
  it.each([
    ['what runs', 'fastify', 'node_modules/fastify'],
    [
      'what goes out to browsers, though it is a package that builds',
      'scalar',
      'node_modules/@scalar/fastify-api-reference',
    ],
    ['what the lock file does not have', 'stranger', 'node_modules/stranger'],
  ])('refuse a release when they are high or critical, in %s', (_where, name, place) => {
    for (const severity of ['high', 'critical'])
      expect(judge(lock, report({ [name]: [severity, [place]] }))).toMatchObject({
        code: 1,
        words: expect.stringContaining(`in what runs: ${name} (${severity})`),
      });
    expect(judge(lock, report({ [name]: ['moderate', [place]] }))).toMatchObject({
      code: 0,
      words: expect.stringContaining(`Others in what runs: ${name} (moderate)`),
    });
  });

  it('in what only builds and tests are said, and refuse none', () => {
    const { code, words } = judge(lock, report({ vitest: ['critical', ['node_modules/vitest']] }));
    expect([code, words]).toEqual([0, expect.stringContaining('only builds and tests: vitest (critical)')]);
  });

  it('are none where the report says so', () => {
    expect(judge(lock, report({})).code).toBe(0);
  });

  it.each(['', 'not JSON', '{"message":"405 Method Not Allowed"}', '{"error":{"code":"ENOTFOUND"}}'])(
    'are not known where the registry did not say, which is said: %s',
    (answer) => {
      expect(judge(lock, answer)).toEqual({ code: 2, words: expect.stringContaining('Nobody looked') });
    },
  );

  it('are looked for by npm run release, before it builds', () => {
    const text = readFileSync(new URL('../release.mjs', import.meta.url), 'utf8');
    const [asks, builds] = [text.indexOf('tools/packages/audit.ts'), text.indexOf('await setUp(')];
    expect(asks).toBeGreaterThan(0);
    expect(asks).toBeLessThan(builds);
  });
});
