import { describe, expect, it } from 'vitest';
import { ask, cutOff, freshSandbox } from '../../../test/sandbox.ts';

const key = { AppId: 'sandbox-dojah-app', authorization: 'sandbox-dojah-key' };
const bvn = (url: string, number: string) =>
  ask(`${url}/identity/api/v1/kyc/bvn/full?bvn=${number}`, { headers: key });
const nin = (url: string, number: string) =>
  ask(`${url}/identity/api/v1/kyc/nin?nin=${number}`, { headers: key });

describe('the identity register', () => {
  it('knows the same person by a BVN and a NIN of the same digits, always', async () => {
    const { url } = await freshSandbox();
    const [byBvn, byNin, again] = [
      await bvn(url, '22212345678'),
      await nin(url, '22212345678'),
      await bvn(url, '22212345678'),
    ];
    const shared = {
      first_name: 'Emeka',
      middle_name: 'Grace',
      last_name: 'Chukwu',
      date_of_birth: '1992-08-13',
    };
    expect(byBvn.body).toMatchObject({
      entity: { bvn: '22212345678', ...shared, phone_number1: '07012345678' },
    });
    expect(byNin.body).toMatchObject({
      entity: { nin: '22212345678', ...shared, phone_number: '07012345678' },
    });
    expect(again.body).toEqual(byBvn.body);
  });

  it('has no phone number of whom a number is that begins with 99', async () => {
    const { url } = await freshSandbox();
    for (const { body } of [await bvn(url, '99212345678'), await nin(url, '99212345678')]) {
      expect(body).toMatchObject({ entity: { first_name: 'Emeka', date_of_birth: '1992-08-13' } });
      expect(JSON.stringify(body)).not.toContain('phone');
    }
  });

  it('asks for both keys and for eleven digits', async () => {
    const { url } = await freshSandbox();
    const stranger = await ask(`${url}/identity/api/v1/kyc/nin?nin=22212345678`, {
      headers: { ...key, authorization: 'Bearer sandbox-dojah-key' },
    });
    expect(stranger.status).toBe(401);
    expect((await nin(url, '2221234567')).status).toBe(400);
    expect((await ask(`${url}/identity/api/v1/kyc/nin`, { headers: key })).status).toBe(400);
  });

  it('has its troubles by the last four digits, and keeps nothing', async () => {
    const sandbox = await freshSandbox({ timings: { slowMs: 20 } });
    const { url } = sandbox;
    expect((await nin(url, '22212340001')).body).toEqual({ error: 'NIN not found' });
    expect(await cutOff(nin(url, '22212340004'))).toBeInstanceOf(Error);
    expect((await bvn(url, '22212340006')).status).toBe(500);
    expect((await bvn(url, '22212340007')).type).toContain('text/html');
    expect((await bvn(url, '22212340008')).status).toBe(200);
    expect((await bvn(url, '22212340010')).status).toBe(402);
    expect(JSON.stringify(sandbox.journal())).not.toContain('2221234');
  });
});
