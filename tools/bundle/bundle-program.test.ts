import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram } from './bundle-program.mjs';
import { root } from '../checkout.mjs';

// As deep as server/dist, from where the program finds its packages and the files beside it.
const live = path.join(root, 'server/.test');
const usual = path.join(root, 'dist', `bundle-test-${process.pid}`);
afterAll(() => {
  for (const folder of [live, usual]) fs.rmSync(folder, { recursive: true, force: true });
});

/** Which of the functions that make play money and demo users are in a build, by the names that they keep there. */
function playMoneyIn(folder: string): string[] {
  const text = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  return ['topUp', 'seed', 'seedCatalogue', 'seedUser', 'seedDemoIdentities'].filter((name) =>
    text.includes(`async function ${name}(`),
  );
}

describe('a live build of the server', () => {
  beforeAll(async () => {
    await bundleProgram('server', ['main', 'migrate'], { isLive: true, to: live });
    await bundleProgram('server', ['main', 'migrate'], { to: usual });
  });

  it('has nothing in it that makes play money or demo users', () => {
    expect(playMoneyIn(usual)).toHaveLength(5);
    expect(playMoneyIn(live)).toEqual([]);
  });

  it.each([
    ['main.js', 'DATABASE_PROGRAM_URL'],
    ['migrate.js', 'DATABASE_URL'],
  ])('says to whoever starts %s as a sandbox what it is', (file, name) => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(live, file)], {
      env: { MODE: 'sandbox', [name]: 'postgresql://nobody@127.0.0.1:1/none' },
      encoding: 'utf8',
    });
    expect(stderr.trim()).toMatch(
      /^This is a live build, made for MODE=live: it has no sandbox\. .* Nothing was changed\.$/,
    );
    expect(status).toBe(1);
  });
});
