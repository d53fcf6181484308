/** Every secret may come from a file that a vault mounts: whoever relies on that finds out by a shop that does not start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig, readFirstAdmin, readPlace, readSecretsKeys } from './config.ts';
import { settingsIn, settingTables } from './tables.ts';
import { liveSettings } from './testing/live-settings.ts';

const SECRET = /_(KEY|PASSWORD|SECRET|TOKEN|KEY_PREVIOUS)$|^SMTP_URL$|^DATABASE_\w*URL$/;
const secrets = [
  // Whole numbers and flags are limits about tokens, not tokens.
  ...Object.values(settingTables)
    .flat()
    .flatMap(settingsIn)
    .filter(({ name, shown }) => SECRET.test(name) && shown.range === '')
    .map(({ name }) => name),
  'ADMIN_PASSWORD',
];

const database = 'postgresql://jara:secret@database.example/jara?sslmode=verify-full';
const valueOf = (name: string): string => {
  if (name.startsWith('DATABASE_')) return database.replace('jara:', `${name.toLowerCase()}:`);
  return name === 'SMTP_URL' ? 'smtps://mailer:word@mail.example' : `a real ${name} of 32 bytes or more`;
};

const { SMTP_HOST: _host, SMTP_USER: _user, SMTP_PASSWORD: _password, ...withoutMail } = liveSettings;
/** Live, with everything switched on that takes a secret. */
function everythingBeside(name: string): Record<string, string | undefined> {
  return {
    ...(name === 'SMTP_URL' ? withoutMail : liveSettings),
    VTPASS_ENABLED: 'on',
    VTPASS_BASE_URL: 'https://vtpass.example/api',
    VTPASS_API_KEY: 'one',
    VTPASS_SECRET_KEY: 'two',
    VTPASS_PUBLIC_KEY: 'three',
    SMS_ENABLED: 'on',
    TERMII_BASE_URL: 'https://sms.example',
    TERMII_API_KEY: 'four',
    [name]: undefined,
  };
}

const readers: Readonly<Record<string, (env: Record<string, string | undefined>) => unknown>> = {
  // The server is not given it.
  DATABASE_URL: readPlace,
  ADMIN_PASSWORD: readFirstAdmin,
};

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the list has what seals, signs and logs in', () => {
  expect(secrets).toEqual(
    expect.arrayContaining(['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS', 'SMTP_PASSWORD', 'METRICS_TOKEN']),
  );
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_PROGRAM_URL', 'SQUAD_SECRET_KEY_PREVIOUS']));
});

it.each(secrets)('%s is read from the file that its _FILE names, as from the environment', (name) => {
  const read = readers[name] ?? readConfig;
  const env = everythingBeside(name);
  const file = join(folder, name);
  writeFileSync(file, `${valueOf(name)}\n`);
  const fromFile = read({ ...env, [`${name}_FILE`]: file });
  expect(fromFile).toEqual(read({ ...env, [name]: valueOf(name) }));
  expect(JSON.stringify(fromFile)).toContain(name === 'SMTP_URL' ? 'mail.example' : valueOf(name));
});

it('the commands of the machine read theirs so too', () => {
  const files = { BRAND_NAME: 'Brightmart', SECRETS_KEY: valueOf('SECRETS_KEY') };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), `${value}\n`);
  const env = { BRAND_NAME_FILE: join(folder, 'BRAND_NAME'), SECRETS_KEY_FILE: join(folder, 'SECRETS_KEY') };
  expect(readFirstAdmin(env)).toEqual({ brandName: 'Brightmart', password: null });
  expect(readSecretsKeys(env).secretsKey).toBe(files.SECRETS_KEY);
  expect(() => readFirstAdmin({ ...env, BRAND_NAME: 'Jara' })).toThrow(
    'BRAND_NAME and BRAND_NAME_FILE are both given: leave one out',
  );
});
