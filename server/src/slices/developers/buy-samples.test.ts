/** The samples of a purchase in `/developers` buy, and once however often they are run. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { isMissing } from '../../../test/installed.ts';
import { sampleOrigin } from './guide.ts';

const app = useTestApp();
const textOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url)), 'utf8');

/** As somebody does who copies the sample, puts their own address in and runs it. */
async function run(program: string, file: string, token: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-sample-'));
  const sample = join(folder, file);
  writeFileSync(sample, textOf(file).replaceAll(sampleOrigin, app.url));
  const { stdout } = await promisify(execFile)(program, [sample], { env: { ...process.env, TOKEN: token } });
  rmSync(folder, { recursive: true });
  return stdout;
}

const samples: [file: string, program: string, isNotRun: boolean][] = [
  ['buy.sh', 'sh', isMissing('curl', 'buy.sh')],
  ['buy.mjs', process.execPath, false],
  ['buy.py', 'python3', isMissing('python3', 'buy.py')],
  ['buy.php', 'php', isMissing('php', 'buy.php', '-r', "exit(function_exists('curl_init') ? 0 : 1);")],
];

describe('the samples of a purchase', () => {
  for (const [file, program, isNotRun] of samples) {
    it.skipIf(isNotRun)(`${file} buys, and the second run buys nothing more`, async () => {
      const ada = await app.make.user({ wallet: naira(500) });
      const outputs = [await run(program, file, ada.token), await run(program, file, ada.token)];
      const { transactions } = (await app.as(ada).call('listTransactions')).reply;
      expect(transactions).toHaveLength(1);
      for (const output of outputs) {
        expect(output).toMatch(/^Delivered |HTTP 200/m);
        expect(output).toContain(transactions[0]?.reference);
      }
    });
  }

  it.each(['buy.sh', 'buy.mjs', 'buy.py', 'buy.php', 'buy.cs'])(
    '%s sends the token, a key and the order to the right address, and gives up in time',
    (file) => {
      const text = textOf(file);
      for (const part of [
        `${sampleOrigin}/api/v1/buy/airtime`,
        'x-auth-token',
        'idempotency-key',
        '08031234567',
      ])
        expect(text).toContain(part);
      expect(text).toMatch(/\b30(_000)?\b/);
    },
  );
});
