/** `/openapi.json` is true: every operation is called on the running product, and each answer is what the document says. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { ownership } from '@jara/contract/roles.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type Caller } from '../../../test/app.ts';
import { ApiDocument } from '../../../test/documented.ts';
import { whoMay, type TestUser, type UserInput } from '../../../test/make.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import { useReceiver } from '../../../test/outside/receiver.ts';
import { openAnyhow } from '../recovery/testing/closed-shop.ts';
import type { OpenApi } from './openapi.ts';
import { recorded, type Example } from './recorded.ts';
import { differencesOfShape, makeExample, writeExamples } from './testing/record-examples.ts';

const app = useTestApp({ env: probeSettings });
const receiver = useReceiver();
afterEach(() => openAnyhow(app));
let served: OpenApi;
let document: ApiDocument;
const called = new Set<string>();
/** The calls that took money out of their caller's wallet. */
const debiting = new Set<CallName>();
/** What each call got and answered, for the examples of the document. */
const played = new Map<CallName, Example>();

beforeAll(async () => {
  served = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi; // the tests below hold it to that
  document = new ApiDocument(served);
});

// `npm run examples` writes the examples anew; all other runs hold them to what the calls answer now.
const isRecording = process.env['RECORD_EXAMPLES'] === 'yes';
afterAll(() => {
  if (isRecording) writeExamples(played);
});

const person = (input: UserInput = {}): Promise<TestUser> =>
  app.make.user({ ...input, wallet: naira(20_000) });
// The keys of a literal are its names.
const names = Object.keys(paths) as CallName[];
const shapeOf = (name: CallName): Call => api[name];

interface Prepared {
  user: TestUser;
  caller: Caller;
  input: Record<string, unknown>;
  /** What makes it another request of the same kind. */
  change(): Promise<Record<string, unknown>>;
}

async function prepare(name: CallName): Promise<Prepared> {
  const user = await person(whoMay[shapeOf(name).access]);
  const owner = ownership[name] === 'anybody' ? await person() : user;
  const probe = () => probes[name]({ app, receiverUrl: receiver.url }, { owner, caller: user });
  const change = async () => {
    const isOfOne = shapeOf(name).money === 'others' && name !== 'acceptFloat';
    if (name === 'redeemCoupon' || isOfOne) return probe();
    if (name === 'sendMail') return { subject: 'Other news' };
    return name === 'buyData' ? { plan: 2 } : { amount: 1_500 };
  };
  return { user, caller: app.as(user), input: await probe(), change };
}

async function debitsOf({ userId }: TestUser): Promise<number> {
  const { count } = await app.context.pool.get<{ count: number }>(
    `select count(*)::int as count from entries e join accounts a on a.id = e.account_id
     where a.user_id = $1 and a.kind = 'wallet' and e.amount < 0`,
    [userId],
  );
  return count;
}

/** The call as `fetch` takes it, for requests that no client of ours would send. */
async function send(
  name: CallName,
  token: string,
  body: string,
  contentType = 'application/json',
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const [method = '', path = ''] = paths[name].split(' ');
  const response = await fetch(`${app.url}${path.replaceAll(/:\w+/g, '1')}`, {
    method,
    headers: { 'x-auth-token': token, 'content-type': contentType },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...served });
    expect([result.valid, result.errors ?? []]).toEqual([true, []]);
    expect(served.openapi).toMatch(/^3\.1\./);
  });

  it('has every call under its address, and says who may', () => {
    expect(document.operationIds.toSorted()).toEqual([...names, 'followEvents'].toSorted());
    for (const name of names) {
      const { security = [] } = document.operation(name);
      expect(security.flatMap((one) => Object.keys(one))).toEqual(['token', 'bearer']);
      expect(security.some((one) => Object.keys(one).length === 0)).toBe(shapeOf(name).access === 'public');
    }
  });

  it.each(names)('shows examples of %s that are right', (name) => {
    const { requestBody, responses } = document.operation(name);
    const problems = Object.entries(requestBody?.content ?? {}).flatMap(([, { schema, example }]) =>
      document.problemsOf(`${name} request`, schema, example),
    );
    for (const [status, answer] of Object.entries(responses)) {
      for (const [type, { schema, example, examples = {} }] of Object.entries(
        '$ref' in answer ? {} : answer.content,
      )) {
        const values = [example, ...Object.values(examples).map(({ value }) => value)];
        for (const value of values.filter((one) => one !== undefined))
          problems.push(...document.problemsOf(`${name} ${status} ${type}`, schema, value));
      }
    }
    expect(problems).toEqual([]);
  });

  it('names the idempotency key where money moves', () => {
    const withKey = names.filter((name) =>
      JSON.stringify(document.operation(name).parameters ?? []).includes('IdempotencyKey'),
    );
    expect(withKey).toEqual(names.filter((name) => shapeOf(name).keyed === true));
  });
});

describe('a success', () => {
  it.each(names)('of %s is as documented', async (name) => {
    const { user, caller, input, change } = await prepare(name);
    const debits = await debitsOf(user);
    const answer = await caller.call(name, input, shapeOf(name).keyed === true ? { key: 'once' } : {});
    called.add(name);
    if ((await debitsOf(user)) > debits) debiting.add(name);
    played.set(name, makeExample(input, answer));
    expect(document.differences(name, answer)).toEqual([]);
    expect(Object.keys(shapeOf(name).replies)).toContain(String(answer.status));
    if (shapeOf(name).keyed !== true) return;

    const again = await caller.call(name, input, { key: 'once' });
    expect(document.differences(name, again)).toEqual([]);
    if (name === 'upgradeToReseller') {
      // It ends the session that would ask again.
      expect([again.status, codeOf(again.body)]).toEqual([401, 'unauthenticated']);
      return;
    }
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([answer.status, 'true']);
    const other = await caller.call(name, { ...input, ...(await change()) }, { key: 'once' });
    expect(document.differences(name, other)).toEqual([]);
    expect(codeOf(other.body)).toBe('idempotency_key_reused');
  });

  const files = names.flatMap((name) => (shapeOf(name).alsoAs ?? []).map((type) => [name, type] as const));
  it.each(files)('of %s may be a file of %s', async (name, type) => {
    const { path } = shapeOf(name);
    const { token } = await person({ isAdmin: true });
    const response = await fetch(`${app.url}${path}?format=${type.replace(/^\w+\//, '')}`, {
      headers: { 'x-auth-token': token },
    });
    const { status, headers } = response;
    await response.body?.cancel();
    expect(document.differences(name, { status, headers, body: '' })).toEqual([]);
    expect(headers.get('content-type')).toContain(type);
  });

  it('of the event stream is as documented', async () => {
    const stop = new AbortController();
    const { token } = await person();
    const response = await fetch(`${app.url}/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    const { status, headers } = response;
    expect(document.differences('followEvents', { status, headers, body: '' })).toEqual([]);
    stop.abort();
    called.add('followEvents');
    const refused = await fetch(`${app.url}/events`);
    const body: unknown = await refused.json();
    const seen = { status: refused.status, headers: refused.headers, body };
    expect([refused.status, document.differences('followEvents', seen)]).toEqual([401, []]);
  });
});

describe('an example', () => {
  it.skipIf(isRecording).each(names)('of %s looks like what it takes and answers', (name) => {
    const now = played.get(name);
    expect(differencesOfShape(recorded[name], now)).toEqual([]);
  });
});

describe('a refusal', () => {
  const expectRefusal = async (
    name: CallName,
    made: Promise<Parameters<ApiDocument['differences']>[1]>,
    code: RefusalCode,
  ) => {
    const answer = await made;
    expect(document.differences(name, answer)).toEqual([]);
    expect([answer.status, codeOf(answer.body)]).toEqual([refusals[code].status, code]);
  };

  const closed = names.filter((name) => shapeOf(name).access !== 'public');
  it.each(closed)('of %s without a token is as documented', async (name) => {
    const { input } = await prepare(name);
    await expectRefusal(name, app.anybody().call(name, input), 'unauthenticated');
  });

  const ofRoles = closed.filter(
    (name) => shapeOf(name).access !== 'user' && shapeOf(name).access !== 'session',
  );
  it.each(ofRoles)('of %s to others is as documented', async (name) => {
    const { input } = await prepare(name);
    const stranger = await person({ userType: 'partner' });
    await expectRefusal(name, app.as(stranger).call(name, input), 'forbidden');
  });

  const required = names.filter((name) => {
    const { body } = shapeOf(name);
    return body !== undefined && 'required' in body;
  });
  it.each(required)('of %s without its fields is as documented', async (name) => {
    const user = await person(whoMay[shapeOf(name).access]);
    await expectRefusal(name, send(name, user.token, '{}'), 'invalid_input');
  });

  const withBody = names.filter((name) => shapeOf(name).method !== 'GET');
  it.each(withBody)('of %s in a wrong form is as documented', async (name) => {
    const { token } = await person(whoMay[shapeOf(name).access]);
    await expectRefusal(name, send(name, token, '{"amount":'), 'malformed_body');
    await expectRefusal(
      name,
      send(name, token, 'amount=5', 'application/x-www-form-urlencoded'),
      'unsupported_media_type',
    );
    await expectRefusal(name, send(name, token, JSON.stringify({ a: 'a'.repeat(40_000) })), 'body_too_large');
  });

  const withId = names.filter((name) => {
    const { params, refusals: codes = [] } = shapeOf(name);
    return params !== undefined && codes.includes('not_found');
  });
  it.each(withId)('of %s for what does not exist is as documented', async (name) => {
    const { caller, input } = await prepare(name);
    const ids = Object.keys(input).filter(
      (field) => shapeOf(name).path.includes(`:${field}`) && field !== 'userType',
    );
    const nobody = Object.fromEntries(ids.map((field) => [field, '999999999999']));
    await expectRefusal(name, caller.call(name, { ...input, ...nobody }), 'not_found');
  });

  const moneyOut: CallName[] = ['buyData', 'buyAirtime', 'buyElectricity', 'withdraw'];
  it.each(moneyOut)('of %s without the money is as documented', async (name) => {
    const caller = await app.make.user();
    const input = await probes[name]({ app, receiverUrl: receiver.url }, { owner: caller, caller });
    await expectRefusal(name, app.as(caller).call(name, input), 'insufficient_balance');
  });

  it('that carries more says what', async () => {
    const ada = app.as(await person());
    const airtime = { network: 1, mobile_number: '08031110001', amount: 100 };
    await expectRefusal('buyAirtime', ada.call('buyAirtime', airtime), 'supplier_refused');
    const twice = { ...airtime, mobile_number: '08031115555' };
    await ada.call('buyAirtime', twice);
    await expectRefusal('buyAirtime', ada.call('buyAirtime', twice), 'possible_duplicate');
    await expectRefusal(
      'buyAirtime',
      ada.call('buyAirtime', { ...twice, amount: 200, expectedAmount: 1 }),
      'price_changed',
    );
    const meter = { meterId: 18, meterNumber: '41000010000', meterType: 'prepaid' };
    await expectRefusal('validateMeter', ada.call('validateMeter', meter), 'meter_invalid');
    const boss = app.as(await person({ isAdmin: true }));
    await expectRefusal(
      'updatePrice',
      boss.call('updatePrice', { dataId: 1, newPrice: { price: 1 } }),
      'price_needs_confirmation',
    );
    await expectRefusal(
      'updatePrice',
      boss.call('updatePrice', { dataId: 1, newPrice: { price: 1 }, version: 99, confirm: true }),
      'changed_meanwhile',
    );
  });
});

describe('the tests above', () => {
  it('called every operation of the document', () => {
    expect([...called].toSorted()).toEqual(document.operationIds.toSorted());
  });

  it('took money out of a wallet by the calls that ask for the PIN, and by no other', () => {
    expect([...debiting].toSorted()).toEqual(names.filter((name) => shapeOf(name).pin === true).toSorted());
  });
});
