import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir } from './setup.mjs';

let home = '';
beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-data-dir-'));
});
afterAll(() => fs.rmSync(home, { recursive: true }));

const rightsOf = (folder: string): string => (fs.statSync(folder).mode & 0o777).toString(8);

describe('the folder of the data', () => {
  it('is for its owner alone, and so are folders on the way to it that were not there', () => {
    const folder = path.join(home, 'a/b');
    makeDataDir(folder, false);
    expect([rightsOf(folder), rightsOf(path.dirname(folder))]).toEqual(['700', '700']);
  });

  it('is closed where it was open to others, and keeps what is in it', () => {
    const folder = path.join(home, 'open');
    fs.mkdirSync(folder);
    fs.chmodSync(folder, 0o777);
    fs.writeFileSync(path.join(folder, 'kept'), 'kept');
    makeDataDir(folder, false);
    expect([rightsOf(folder), fs.readdirSync(folder)]).toEqual(['700', ['kept']]);
  });

  it('of root is gone through by the account of its database, which reads nothing there', () => {
    const folder = path.join(home, 'of-root');
    makeDataDir(folder, true);
    expect(rightsOf(folder)).toBe('711');
  });
});
