/** How `/openapi.json` is written: each refusal once, words and forms instead of prose, and whom to ask. */
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { refusals } from '@jara/contract/refusals.ts';
import { describe, expect, it } from 'vitest';
import { ApiDocument, brand, terms } from '../../../test/documented.ts';
import { createFillIn } from '../../config/fill-in.ts';
import { readConfig } from '../../config/config.ts';
import { demoUserNames } from '../../seed/demo-users.ts';
import { describeApi, type OpenApi } from './openapi.ts';
import { refusalsOf } from './refusal-schema.ts';

// As an installation with the usual settings serves it.
const fillIn = createFillIn(readConfig({}));
const served = JSON.parse(
  fillIn(JSON.stringify(describeApi(brand, 'http://shop.example', terms, 'staff'))),
) as OpenApi;
const document = new ApiDocument(served);
// The keys of a literal are its names.
const names = Object.keys(paths) as CallName[];
const shapeOf = (name: CallName): Call => api[name];

describe('the document', () => {
  it('names every refusal of a call, and under its status the sentence of each', () => {
    for (const name of names) {
      const { responses, description, 'x-refusals': codes } = document.operation(name);
      expect(codes).toEqual(refusalsOf(shapeOf(name)));
      for (const code of refusalsOf(shapeOf(name))) {
        const { status, msg } = refusals[code];
        expect(description).toContain(`\`${code}\``);
        expect(responses[status]).toEqual({ $ref: `#/components/responses/Refused${status}` });
        expect(served.components.responses[`Refused${status}`]?.description).toContain(
          `\`${code}\`: ${fillIn(msg)}`,
        );
      }
    }
  });

  it.each(Object.entries(refusals))('shows %s as it looks', (code, { status, msg }) => {
    const { schema, examples = {} } = served.components.responses[`Refused${status}`]?.content[
      'application/json'
    ] ?? { schema: {} };
    const example = examples[code]?.value;
    expect(example).toMatchObject({ code, msg: fillIn(msg) });
    expect(document.problemsOf(`Refused${status}`, schema, example)).toEqual([]);
  });

  it('writes each refusal once', () => {
    const text = JSON.stringify(served);
    for (const { msg } of Object.values(refusals).filter((one) => one.msg.length > 40))
      expect(text.split(JSON.stringify(fillIn(msg)).slice(1, -1)).length).toBeLessThanOrEqual(4);
    expect(text.length).toBeLessThan(550_000);
  });

  const schemaOf = (name: CallName, field: string): unknown => {
    const { requestBody, parameters = [] } = document.operation(name);
    const { properties = {} } = (requestBody?.content['application/json']?.schema ?? {}) as {
      properties?: Record<string, unknown>;
    };
    return properties[field] ?? parameters.find((one) => one['name'] === field)?.['schema'];
  };

  it.each([
    ['buyData', 'network', ['MTN', 'GLO', 'AIRTEL', '9MOBILE', 1, 2, 3, 6, '6'], ['MTNN', 4, '4']],
    ['buyAirtime', 'network', ['9MOBILE', 4, '4'], [6, 5]],
    ['buyAirtime', 'amount', [100, 50_000, '490.50'], [99, 50_001, '1e3', '+5']],
    ['buyAirtime', 'mobile_number', ['08031234567', '+2348031234567'], ['8031234567', '0803', 'x']],
    ['register', 'phoneNumber', ['08031234567'], ['123']],
    ['buyElectricity', 'meterId', [18, 29, '18'], [27, 0]],
    ['validateMeter', 'meterType', ['prepaid', 'postpaid'], ['other']],
    ['listTransactions', 'type', ['data', 'withdraw'], ['loan']],
    ['listTransactions', 'status', ['success', 'pending', 'processing'], ['done']],
  ] as const)('says what %s takes as %s', (name, field, right, wrong) => {
    const schema = schemaOf(name, field);
    const isRight = (value: unknown) => document.problemsOf(`${name}.${field}`, schema, value).length === 0;
    expect(right.filter((value) => !isRight(value))).toEqual([]);
    expect(wrong.filter((value) => isRight(value))).toEqual([]);
  });

  it('has samples that filter nothing, and name a plan that is to go and a user who is there', () => {
    const filters = names.flatMap((name) =>
      (document.operation(name).parameters ?? []).filter(
        ({ in: where, required, schema }) =>
          where === 'query' && required !== true && 'enum' in (schema as object),
      ),
    );
    expect(filters.length).toBeGreaterThan(2);
    for (const { examples } of filters)
      expect(Object.values(examples as object)).toEqual([expect.objectContaining({ 'x-disabled': true })]);
    const bodyOf = (name: CallName) =>
      document.operation(name).requestBody?.content['application/json']?.example;
    expect(bodyOf('deletePlan')).toHaveProperty('_id');
    expect(demoUserNames).toContain((bodyOf('transferFund') as { userName: string }).userName);
    expect(bodyOf('withdraw')).toMatchObject(bodyOf('validateBankAccount') as object);
  });

  it('lists the words that answers may have, and says which fields are times', () => {
    const { Transaction = {}, User = {} } = served.components.schemas;
    expect(Transaction).toMatchObject({
      properties: {
        trans_Type: { enum: expect.arrayContaining(['data', 'earning']) },
        trans_Status: { enum: ['success', 'pending', 'failed', 'refunded'] },
        createdAt: { format: 'date-time' },
      },
    });
    expect(User).toMatchObject({
      properties: { userType: { enum: expect.arrayContaining(['smart earner']) } },
    });
  });

  it.each([
    'Programs use an API token',
    'an API\ntoken is refused there with 403',
    'is the `id` of `GET /api/v1/prices`',
    'Ten digits without the 0\nare refused',
    'send a new one',
    'Give your client 30 seconds',
    'You may have 5 API tokens',
    'from\n₦100 to ₦50,000',
    'going\nlive is another address and another token',
  ])('opens with what a new user has to know: %j', (words) => {
    expect((served['info'] as { description: string }).description).toContain(words);
  });

  it('says what its chapters are, whom to ask, and that a webhook travels without a token', () => {
    const { tags, info, webhooks } = served as unknown as Record<string, unknown>;
    for (const tag of tags as { name: string; description: string }[]) {
      expect([tag.name, tag.description.length > tag.name.length]).toEqual([tag.name, true]);
    }
    expect(info).toMatchObject({
      contact: { name: expect.any(String) },
      license: { url: expect.any(String) },
    });
    expect(webhooks).toMatchObject({ transaction: { post: { security: [] } } });
  });
});
