import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settingsIn, settingTables, tight, writeSettings } from './tables.ts';

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const settings = Object.values(settingTables).flat().flatMap(settingsIn);
const names = settings.map(({ name }) => name);

/** Every name that is looked up while the settings are read. */
function namesRead(env: Record<string, string>): Set<string> {
  const asked = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name) {
      asked.add(String(name));
      return target[String(name)];
    },
  });
  readConfig(watched);
  return asked;
}

function missing(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.flatMap((problem) => /^(\w+) is missing\b/.exec(problem)?.[1] ?? []);
    throw error;
  }
  return [];
}

describe('the tables of settings', () => {
  it('stand in docs/operations.md as they are: npm run settings writes them', () => {
    expect(tight(document)).toBe(tight(writeSettings(document)));
  });

  it('are all there', () => {
    const marks = [...document.matchAll(/<!-- settings: ([a-z ]+) -->/g)].map(([, subject = '']) => subject);
    expect(marks.toSorted()).toEqual(Object.keys(settingTables).toSorted());
  });

  it('have each setting once, and the program reads exactly those', () => {
    expect(new Set(names).size).toBe(names.length);
    const files = names.filter((name) => !name.endsWith('_FILE')).map((name) => `${name}_FILE`);
    expect([...namesRead({})].toSorted()).toEqual([...names, ...files].toSorted());
  });

  it('mark exactly what live mode needs', () => {
    const marked = settings.filter(({ shown }) => shown.live.startsWith('needed')).map(({ name }) => name);
    expect(missing({ MODE: 'live' }).toSorted()).toEqual(marked.toSorted());
  });

  it('say what each one means', () => {
    expect(settings.filter(({ means }) => means.trim() === '').map(({ name }) => name)).toEqual([]);
  });
});
