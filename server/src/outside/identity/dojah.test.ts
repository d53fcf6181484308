import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import { createDojahRegister } from './dojah.ts';
import type { IdentityRegister } from './identity.ts';

const number = '22212345678';
const server = await useScriptedServer();
let register: IdentityRegister;

beforeEach(() => {
  register = createDojahRegister({
    baseUrl: server.url,
    appId: 'app-1',
    secretKey: 'prod_sk',
    timeoutMs: 400,
  });
});
afterEach(() => register.close());

const said = (status: number, body: unknown): Reply => ({ bytes: json(status, body) });
const person = { first_name: 'ADA', last_name: 'OBI', middle_name: '', date_of_birth: '1990-02-01' };

describe('a look-up', () => {
  it('sends both keys in their headers, the secret alone', async () => {
    server.onRequest = () => said(200, { entity: { bvn: number, ...person, phone_number1: '08031234567' } });
    expect(await register.lookUp('bvn', number)).toEqual({
      outcome: 'found',
      firstName: 'ADA',
      lastName: 'OBI',
      middleName: null,
      dateOfBirth: '1990-02-01',
      phone: '08031234567',
      providerReference: null,
    });
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: `/api/v1/kyc/bvn/full?bvn=${number}`,
        headers: { appid: 'app-1', authorization: 'prod_sk' },
        body: '',
      },
    ]);
  });

  it('reads a NIN in either spelling of its fields', async () => {
    server.onRequest = () =>
      said(200, {
        entity: { firstname: 'Ada', surname: 'Obi', birthdate: '1-2-90', telephoneno: '2348031234567' },
        reference_id: 'r1',
      });
    expect(await register.lookUp('nin', number)).toMatchObject({
      outcome: 'found',
      firstName: 'Ada',
      lastName: 'Obi',
      dateOfBirth: '1-2-90',
      phone: '08031234567',
      providerReference: 'r1',
    });
    expect(server.requests[0]?.path).toBe(`/api/v1/kyc/nin?nin=${number}`);
  });

  it.each([
    [400, { error: 'BVN not found' }],
    [404, { error: 'Not Found' }],
    [400, { error: 'Wrong BVN' }],
    [400, { message: 'Invalid BVN' }],
  ])('knows a number that does not exist by %i %j', async (status, body) => {
    server.onRequest = () => said(status, body);
    expect(await register.lookUp('bvn', number)).toEqual({ outcome: 'not_found' });
  });

  it.each<[string, Reply | null]>([
    ['silence', null],
    ['a page', { bytes: page(200, '<html>Be right back</html>') }],
    [
      'a broken connection',
      { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{', afterwards: 'destroy' },
    ],
    ['a server error', said(500, { error: 'not found in cache' })],
    ['a wrong key', said(401, { error: 'Unauthorized' })],
    ['no balance with the provider', said(402, { error: 'Your balance is low' })],
    ['a complaint about something else', said(400, { error: 'Missing AppId' })],
    ['another number', said(200, { entity: { bvn: '22212345679', ...person } })],
    ['no name', said(200, { entity: { bvn: number, first_name: 'ADA' } })],
    ['no entity', said(200, { status: true })],
    ['a list', said(200, [1])],
  ])('does not know after %s, and never says the number', async (_what, reply) => {
    server.onRequest = () => reply;
    const answer = await register.lookUp('bvn', number);
    expect(answer.outcome).toBe('unknown');
    expect(JSON.stringify(answer)).not.toContain(number);
    expect(server.requests).toHaveLength(1);
  });
});
