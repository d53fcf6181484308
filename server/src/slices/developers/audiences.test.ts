/** What strangers read of the API of a live shop, and what its staff read beside it. */
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';
import { addFloodLimits } from '../../platform/limits/flood-limits.ts';
import { addDocumentation } from './documentation.ts';
import type { OpenApi } from './openapi.ts';
import { refusalsOf } from './refusal-schema.ts';

const app = useTestApp();
const shop = fastify();
beforeAll(async () => {
  const { config } = app.context;
  const floodLimits = await addFloodLimits(shop, config.floods, app.context);
  const context = { ...app.context, config: { ...config, mode: 'live' as const } };
  addDocumentation(shop, { ...context, noteElsewhere: () => undefined }, floodLimits);
});
afterAll(() => shop.close());

const calls = Object.values<Call>(api);
const ofStaff = calls.filter(({ access }) => access === 'staff' || access === 'admin');
const names = (document: OpenApi): string[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));

async function read(token?: string): Promise<OpenApi> {
  const headers = token === undefined ? {} : { 'x-auth-token': token };
  const answer = await shop.inject({ url: '/openapi.json', headers });
  expect(answer.headers).toMatchObject({ vary: expect.stringContaining('x-auth-token') });
  return answer.json<OpenApi>();
}

it('a stranger reads no call, no body and no refusal of staff', async () => {
  const document = await read();
  const shown = names(document);
  expect(shown).toContain('buyAirtime');
  for (const { name } of ofStaff) expect(shown).not.toContain(name);
  const text = JSON.stringify(document);
  const ofOthers = new Set(calls.filter((call) => !ofStaff.includes(call)).flatMap(refusalsOf));
  const theirs = ofStaff.flatMap(refusalsOf).filter((code) => !ofOthers.has(code));
  expect(theirs).not.toEqual([]);
  for (const word of ['/admin/refund/', 'StaffUser', 'StaffAction', ...theirs.map((code) => `"${code}"`)])
    expect([word, text.includes(word)]).toEqual([word, false]);
});

it('everything that the document refers to stands in it', async () => {
  const document = await read();
  for (const [, part = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components).toHaveProperty([part, name]);
});

it('staff read all of it by a session of theirs, and nobody else does', async () => {
  const [ada, agent, admin] = [
    await app.make.user(),
    await app.make.user({ isAgent: true }),
    await app.make.user({ isAdmin: true }),
  ];
  const { apiToken } = await apiTokenOf({ app }, admin);
  for (const token of [ada.token, apiToken, 'of nobody'])
    expect(names(await read(token))).not.toContain('refund');
  for (const { token } of [agent, admin])
    expect(names(await read(token))).toEqual(expect.arrayContaining(ofStaff.map(({ name }) => name)));
});
