/** Makes the examples of the API's document from calls that were played, and says where a recorded one is no longer like the call. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@jara/contract/paths.ts';
import type { Example } from '../recorded.ts';

/** What opens something stands in no file, not even what opened a test. */
const placeholders: Readonly<Record<string, unknown>> = {
  token: 'THE TOKEN',
  apiToken: 'jara_test_THE_TOKEN',
  webhookSecret: 'whsec_THE_SECRET',
  setupKey: 'THE SETUP KEY',
  uri: 'otpauth://totp/Jara:reseller?issuer=Jara&secret=THE_SETUP_KEY&algorithm=SHA1&digits=6&period=30',
  recoveryCodes: ['one of ten codes'],
  password: 'a long pass phrase',
  passwordCheck: 'a long pass phrase',
  oldPassword: 'a long pass phrase',
  newPassword: 'a longer pass phrase',
  newPasswordCheck: 'a longer pass phrase',
};
const longestList = 1;
/** Who is there in every sandbox, so that an example which names a user finds one. */
const somebody = 'reseller';

function tidy(value: unknown, name = ''): unknown {
  // A token of electricity is no secret of ours, and twenty digits long.
  const isSecret = typeof value === 'string' ? !/^\d{20}$/.test(value) : Array.isArray(value);
  if (name in placeholders && isSecret) return placeholders[name];
  if (Array.isArray(value)) return value.slice(0, longestList).map((one) => tidy(one));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tidy(member, key)]));
  }
  return typeof value === 'string'
    ? value
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://shop.example')
        .replaceAll(/\buser_\d+_[\da-f]+/g, somebody)
    : value;
}

export const makeExample = (
  input: Record<string, unknown>,
  { status, body }: { status: number; body: unknown },
): Example => ({
  input: tidy(input) as Record<string, unknown>, // an object stays one
  status,
  reply: tidy(body),
});

export function writeExamples(played: ReadonlyMap<CallName, Example>): void {
  const file = fileURLToPath(new URL('../recorded-examples.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(played), null, 2)}\n`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that one has and the other has not, and values of another type. An empty list and null may stand for anything. */
export function differencesOfShape(one: unknown, other: unknown, path = ''): string[] {
  if (one === null || other === null) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === 0 || other.length === 0 ? [] : differencesOfShape(one[0], other[0], `${path}[0]`);
  }
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) =>
      name in one && name in other
        ? differencesOfShape(one[name], other[name], `${path}.${name}`)
        : [`${path}.${name} is in one only`],
    );
  }
  return typeof one === typeof other ? [] : [`${path}: ${typeof one} and ${typeof other}`];
}
