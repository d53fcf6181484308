import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ask, cutOff, freshSandbox, temporaryDirectory } from '../../../test/sandbox.ts';
import type { Answer } from '../../../test/sandbox.ts';
import type { Sandbox } from '../../environment/environment.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const sender = Buffer.concat([
  Buffer.from([4]),
  Buffer.from(x, 'base64url'),
  Buffer.from(y, 'base64url'),
]).toString('base64url');

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function wordOf(claims: Record<string, unknown>): string {
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${sender}`;
}

const soon = (): number => Math.floor(Date.now() / 1_000) + 3_600;

function push({ url }: Sandbox, device: string, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(`${url}/push/${device}`, {
    method: 'POST',
    headers: {
      ttl: '60',
      topic: 'transaction1',
      urgency: 'high',
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: wordOf({ aud: url, exp: soon(), sub: 'mailto:help@shop.example' }),
      ...headers,
    },
    body: Buffer.from([1, 2, 3]),
  });
}

describe('the push service', () => {
  it('takes what is encrypted for a device, and keeps it as it came, across a restart', async () => {
    const journal = { directory: temporaryDirectory() };
    const first = await freshSandbox({ journal });
    expect((await push(first, 'ada')).status).toBe(201);
    await first.close();
    const second = await freshSandbox({ journal });
    expect(second.journal().pushes).toEqual([
      expect.objectContaining({
        device: 'ada',
        sender,
        status: 201,
        ttlSeconds: 60,
        topic: 'transaction1',
        body: 'AQID',
      }),
    ]);
  });

  it('wants to know who sends, for whom, and for how long', async () => {
    const sandbox = await freshSandbox();
    const { url } = sandbox;
    const right = { aud: url, exp: soon(), sub: 'mailto:help@shop.example' };
    for (const claims of [
      { ...right, aud: 'https://elsewhere.example' },
      { ...right, exp: soon() - 7_200 },
      { ...right, exp: soon() + 86_400 },
      { ...right, sub: 'somebody' },
    ]) {
      expect((await push(sandbox, 'ada', { authorization: wordOf(claims) })).status).toBe(403);
    }
    const other = wordOf(right).replace(/k=.*/, `k=${sender.slice(0, -4)}AAAA`);
    expect((await push(sandbox, 'ada', { authorization: other })).status).toBe(403);
    expect((await push(sandbox, 'ada', { ttl: 'soon' })).status).toBe(400);
    expect((await push(sandbox, 'ada', { topic: 'two words' })).status).toBe(400);
    expect((await push(sandbox, 'ada', { 'content-encoding': 'identity' })).status).toBe(415);
    expect(sandbox.journal().pushes).toEqual([]);
  });

  it('has its troubles by the beginning of the name', async () => {
    const sandbox = await freshSandbox();
    const statuses = async (device: string) => [
      (await push(sandbox, device)).status,
      (await push(sandbox, device)).status,
      (await push(sandbox, device)).status,
    ];
    expect(await statuses('gone-1')).toEqual([410, 410, 410]);
    expect(await statuses('busy-1')).toEqual([429, 429, 201]);
    expect(await statuses('broken-1')).toEqual([500, 500, 201]);
    expect(await cutOff(push(sandbox, 'lost-1'))).toBeInstanceOf(Error);
    expect(sandbox.journal().pushes).toHaveLength(10);
  });
});
