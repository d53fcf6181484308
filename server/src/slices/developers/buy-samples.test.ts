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

/** As somebody does who copies the sample, puts their own address in and runs it, twice. */
async function runTwice(program: string, file: string, token: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-sample-'));
  writeFileSync(join(folder, file), textOf(file).replaceAll(sampleOrigin, app.url));
  const env = { ...process.env, TOKEN: token, DOTNET_NOLOGO: '1', DOTNET_CLI_TELEMETRY_OPTOUT: '1' };
  const runHere = async (...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder, env })).stdout;
  if (program === 'dotnet') await compile(folder, runHere);
  const sample = program === 'dotnet' ? 'built/sample.dll' : file;
  const outputs = [await runHere(sample), await runHere(sample)];
  rmSync(folder, { recursive: true });
  return outputs;
}

/** In a project as `dotnet new console` makes it, for the version that is there; with a warning it does not compile. */
async function compile(folder: string, runHere: (...args: string[]) => Promise<string>): Promise<void> {
  const [major] = (await runHere('--version')).split('.');
  writeFileSync(
    join(folder, 'sample.csproj'),
    `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
      <TargetFramework>net${major}.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable>
      <TreatWarningsAsErrors>true</TreatWarningsAsErrors><UseAppHost>false</UseAppHost></PropertyGroup></Project>`,
  );
  await runHere('build', '--nologo', '--output', 'built');
}

const samples: [file: string, program: string, isNotRun: boolean][] = [
  ['buy.sh', 'sh', isMissing('curl', 'buy.sh')],
  ['buy.mjs', process.execPath, false],
  ['buy.py', 'python3', isMissing('python3', 'buy.py')],
  ['buy.php', 'php', isMissing('php', 'buy.php', '-r', "exit(function_exists('curl_init') ? 0 : 1);")],
  ['buy.cs', 'dotnet', isMissing('dotnet', 'buy.cs')],
];

describe('the samples of a purchase', () => {
  for (const [file, program, isNotRun] of samples) {
    it.skipIf(isNotRun)(`${file} buys, and the second run buys nothing more`, async () => {
      const ada = await app.make.user({ wallet: naira(500) });
      const outputs = await runTwice(program, file, ada.token);
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
