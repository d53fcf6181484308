import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { armCrashPoint, crashPoint, crashPoints, type CrashPoint } from './crash-points.ts';

const slices = path.join(import.meta.dirname, '../slices');
const names: readonly CrashPoint[] = Object.values(crashPoints).flat();

afterEach(() => armCrashPoint(undefined, true));

describe('the crash points', () => {
  it.each(Object.entries(crashPoints))('of %s stand there, once each', (file, listed) => {
    const text = readFileSync(path.join(slices, file), 'utf8');
    const used = [...text.matchAll(/crashPoint\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/'([a-z._]+)'/g)].map(([, name]) => name),
    );
    expect(new Set(used)).toEqual(new Set<string>(listed));
    expect(used).toHaveLength(listed.length);
  });

  it('have names of their own', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  it('do nothing unless one is armed, and nothing for any other name', () => {
    for (const name of names) crashPoint(name);
    const [armed, ...others] = names;
    expect(armCrashPoint(`${armed}:2`, true)).toBeUndefined();
    for (const name of others) crashPoint(name);
    expect(armCrashPoint(`${armed}:120`, true)).toBeUndefined();
    for (const unset of [undefined, '']) expect(armCrashPoint(unset, false)).toBeUndefined();
    for (let passing = 0; passing < 3; passing += 1) for (const name of names) crashPoint(name);
  });

  it('are refused in live mode, and so is what is none', () => {
    expect(armCrashPoint('transfer.before_commit', false)).toContain('for the sandbox only');
    for (const wrong of [
      'transfer',
      'transfer.before_commit:0',
      'transfer.before_commit:x',
      'transfer.before_commit:1x',
      ':1',
    ])
      expect(armCrashPoint(wrong, true)).toContain('no crash point');
  });
});

/** Passes one point five times in a process of its own. */
function passFiveTimes(at: string): { signal: string | null; passed: string } {
  const module = JSON.stringify(path.join(import.meta.dirname, 'crash-points.ts'));
  const script = `const { armCrashPoint, crashPoint } = await import(${module});
    armCrashPoint(${JSON.stringify(at)}, true);
    const { writeSync } = await import('node:fs');
    for (let n = 1; n <= 5; n += 1) { crashPoint('transfer.before_commit'); writeSync(1, String(n)); }`;
  const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return { signal: ended.signal, passed: ended.stdout };
}

describe('an armed one', () => {
  it.each([
    ['transfer.before_commit', ''],
    ['transfer.before_commit:3', '12'],
  ])('ends the process at its passing: %s', (at, passed) => {
    expect(passFiveTimes(at)).toEqual({ signal: 'SIGKILL', passed });
  });

  it('leaves a process alone that passes another one', () => {
    expect(passFiveTimes('transfer.after_commit')).toEqual({ signal: null, passed: '12345' });
  });
});
