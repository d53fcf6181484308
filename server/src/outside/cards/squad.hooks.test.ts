import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createSquadGateway } from './squad.ts';

const secretKey = 'sandbox_sk_5a1e';
const reference = 'JRF20261120A1B2C3';
// Hooks come in by the server's own address; nothing is sent to this one.
const gateway = createSquadGateway({ baseUrl: 'http://127.0.0.1:9', secretKey });
afterAll(() => gateway.close());

const event = {
  Event: 'charge_successful',
  TransactionRef: reference,
  Body: { transaction_ref: reference, amount: 100 },
};
const compact = Buffer.from(JSON.stringify(event));
const spaced = Buffer.from(JSON.stringify(event, null, 2));
const sign = (body: Buffer | string, key = secretKey) => createHmac('sha512', key).update(body).digest('hex');
const read = (body: Buffer, signature: string | string[] | undefined) =>
  gateway.referenceInSignedHook({ rawBody: body, headers: { 'x-squad-encrypted-body': signature } });

const signed = (body: unknown) => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return read(bytes, sign(bytes));
};

describe('a signed hook', () => {
  it.each([
    ['over the bytes, in capitals', compact, sign(compact).toUpperCase()],
    ['over the bytes, in small letters', compact, sign(compact)],
    ['over bytes with other blanks', spaced, sign(spaced).toUpperCase()],
    ['over the body parsed and written again', spaced, sign(compact).toUpperCase()],
  ])('is believed when it is signed %s', (_how, body, signature) => {
    expect(read(body, signature)).toBe(reference);
  });

  it.each([
    ['no signature', compact, undefined],
    ['an empty one', compact, ''],
    ['two of them', compact, [sign(compact), sign(compact)]],
    ['one of another key', compact, sign(compact, 'sandbox_sk_other')],
    ['one without a key', compact, sign(compact, '')],
    ['one of another body', Buffer.from(JSON.stringify({ ...event, x: 1 })), sign(compact)],
    ['half of it', compact, sign(compact).slice(0, 64)],
    ['more than it', compact, `${sign(compact)}00`],
    ['no hex', compact, 'z'.repeat(128)],
    ['a short hash', compact, createHmac('sha256', secretKey).update(compact).digest('hex')],
  ])('is not believed with %s', (_what, body, signature) => {
    expect(read(body, signature)).toBeNull();
  });

  it('is believed by the key before as well, while there is one', async () => {
    const previousSecretKey = 'sandbox_sk_before';
    const changing = createSquadGateway({ baseUrl: 'http://127.0.0.1:9', secretKey, previousSecretKey });
    const readBy = (by: typeof gateway, key: string) =>
      by.referenceInSignedHook({
        rawBody: compact,
        headers: { 'x-squad-encrypted-body': sign(compact, key) },
      });
    expect([secretKey, previousSecretKey].map((key) => readBy(changing, key))).toEqual([
      reference,
      reference,
    ]);
    expect([readBy(changing, 'sandbox_sk_other'), readBy(changing, ''), readBy(changing, 'null')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(readBy(gateway, previousSecretKey)).toBeNull();
    await changing.close();
  });

  it('tells the reference from either place, but not two different ones', () => {
    expect(signed({ TransactionRef: reference })).toBe(reference);
    expect(signed({ Body: { transaction_ref: reference } })).toBe(reference);
    expect(signed({ TransactionRef: '', Body: { transaction_ref: reference } })).toBe(reference);
    expect(signed({ TransactionRef: reference, Body: { transaction_ref: 'JRF2' } })).toBeNull();
  });

  it('tells nothing from other bodies, however well signed', () => {
    for (const body of [
      '',
      'x',
      '[]',
      'null',
      '"JRF"',
      {},
      { TransactionRef: 5 },
      { TransactionRef: 'a b' },
      { Body: [] },
    ])
      expect(signed(body)).toBeNull();
  });
});
