import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { IntegerLike, NairaInput, Nullable } from '@jara/contract/wire.ts';
import { Type, type TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { fieldErrors } from './field-errors.ts';
import { compileValidator } from './validators.ts';

/** What is said of a body with this one field. */
function said(schema: TSchema, value: unknown): unknown {
  const validate = compileValidator({
    schema: Type.Object({ field: schema }),
    method: 'POST',
    url: '/',
    httpPart: 'body',
  });
  validate({ field: value });
  return fieldErrors(validate.errors ?? []);
}

describe('a field that is wrong', () => {
  it.each([
    [Type.String(), 5, 'Enter text'],
    [Type.String({ maxLength: 3 }), 'four', 'Use at most 3 characters'],
    [Type.String({ minLength: 1 }), '', 'Enter a value'],
    [Type.String({ minLength: 2 }), 'a', 'Use at least 2 characters'],
    [Type.Integer(), 1.5, 'Enter a whole number'],
    [Type.Integer({ minimum: 1 }), 0, 'Enter 1 or more'],
    [Type.Integer({ maximum: 9 }), 10, 'Enter 9 or less'],
    [Type.Boolean(), 'yes', 'Choose true or false'],
    [Type.Array(Type.String()), 'a', 'Send a list'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'Send at most 1 of them'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'Send at least 1 of them'],
    [Type.Object({}), 'a', 'Send an object with fields'],
    [Type.Enum(['a', 'b']), 'c', 'Choose one of these: a, b'],
    [Type.String({ pattern: '^a$' }), 'b', 'Please check what you entered'],
    [NairaInput, true, 'Enter a number'],
    [NairaInput, '9'.repeat(21), 'Use at most 20 characters'],
    [IntegerLike, null, 'Enter a whole number'],
    [Nullable(NairaInput), {}, 'Enter a number'],
  ])('%# is told in one sentence', (schema, value, msg) => {
    expect(said(schema, value)).toEqual([{ field: 'field', msg }]);
  });
});

describe('every call', () => {
  const app = useTestApp();
  let tokens: Record<string, string>;
  beforeAll(async () => {
    tokens = {
      admin: (await app.make.user({ isAdmin: true })).token,
      'smart earner': (await app.make.user()).token,
    };
  });
  const withBody = Object.values<Call>(api).filter(({ body }) => body !== undefined);

  it.each(withBody)('says of each field of $method $path once what is wrong', async (call) => {
    const { properties = {} }: { properties?: object } = call.body ?? {};
    const token = tokens[call.access === 'smart earner' ? 'smart earner' : 'admin'] ?? '';
    // No field of any call is a list of lists.
    const body = Object.fromEntries(Object.keys(properties).map((name) => [name, [[]]]));
    const response = await fetch(`${app.url}${call.path.replaceAll(/:\w+/g, '1')}`, {
      method: call.method,
      headers: { 'x-auth-token': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const refusal = (await response.json()) as { code: string; errors: { field: string; msg: string }[] }; // refused below
    expect([response.status, refusal.code]).toEqual([400, 'invalid_input']);
    const fields = refusal.errors.map(({ field }) => field);
    expect(fields).toEqual([...new Set(fields)]);
    expect(refusal.errors.map(({ msg }) => msg).filter((msg) => !/^[A-Z][a-z]+ /.test(msg))).toEqual([]);
    expect(JSON.stringify(refusal.errors)).not.toMatch(/must|anyOf|schema/);
  });
});
