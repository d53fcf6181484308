/** Hooks as the providers send them, and as somebody else would: genuine, doubled, changed, unsigned, signed over something odd. */
import { createHmac } from 'node:crypto';
import type { Choice } from '../choose.ts';
import type { Memory } from './hints.ts';
import { oddText, oddValue, Written } from './odd-values.ts';
import type { Sent } from './sent.ts';

/** The keys of the sandbox, which are the settings' own without others. */
const squadKey = 'sandbox_sk_jara';
const paymentPointKey = 'sandbox-paymentpoint-secret';

const sign = (algorithm: 'sha256' | 'sha512', key: string, body: Buffer): string =>
  createHmac(algorithm, key).update(body).digest('hex');

export function drawHook(chance: Choice, memory: Memory): Sent {
  const provider = chance.of([
    'squad',
    'squad',
    'paymentpoint',
    'paymentpoint',
    'glad',
    'alaro',
    'vtpass',
  ] as const);
  const body = bytesOf(chance, bodyOf(chance, memory, provider));
  const signed =
    provider === 'squad'
      ? { 'x-squad-encrypted-body': sign('sha512', squadKey, body).toUpperCase() }
      : { 'paymentpoint-signature': sign('sha256', paymentPointKey, body) };
  const headers: Record<string, string> = { 'content-type': 'application/json', ...signed };
  if (chance.once(5)) forge(chance, headers);
  return { name: null, method: 'POST', path: `/hooks/${provider}`, headers, body, kind: 'hook' };
}

function forge(chance: Choice, headers: Record<string, string>): void {
  for (const name of Object.keys(headers)) {
    if (name === 'content-type') continue;
    headers[name] = chance.of([
      '',
      'x',
      '0'.repeat(64),
      '0'.repeat(128),
      'é',
      String(headers[name]).slice(0, -1),
    ]);
  }
  if (chance.once(3))
    headers['content-type'] = chance.of(['text/plain', 'application/x-www-form-urlencoded', 'x']);
}

type Provider = 'squad' | 'paymentpoint' | 'glad' | 'alaro' | 'vtpass';

function bodyOf(chance: Choice, memory: Memory, provider: Provider): Record<string, unknown> {
  const reference = memory.pick(chance, 'reference') ?? 'JR0000000000000000';
  const body = genuine(chance, memory, provider, reference);
  if (chance.once(2)) return body;
  // Something in it is not as the provider writes it.
  const names = Object.keys(body);
  const name = chance.of(names);
  return { ...body, [name]: chance.once(2) ? oddValue(chance) : oddText(chance) };
}

function genuine(
  chance: Choice,
  memory: Memory,
  provider: Provider,
  reference: string,
): Record<string, unknown> {
  const amount = chance.of([100, 500, 1_000, 0.01, '250.50', 99.999, -5, 10_000_000, 1e15]);
  switch (provider) {
    case 'squad':
      return {
        Event: 'charge_successful',
        TransactionRef: reference,
        Body: { amount: 50_000, transaction_ref: reference, transaction_status: 'Success', currency: 'NGN' },
      };
    case 'paymentpoint':
      return {
        notification_status: 'payment_successful',
        transaction_status: 'success',
        transaction_id: chance.once(3) ? `T${chance.below(50)}` : `T${chance.below(1_000_000)}`,
        amount_paid: amount,
        settlement_amount: amount,
        receiver: { account_number: memory.pick(chance, 'account') ?? '0123456789', bank: 'palmpay' },
        sender: { name: chance.once(3) ? oddText(chance) : 'BOLA OKE' },
      };
    case 'glad':
    case 'alaro':
      return { ident: `${reference}${1 + chance.below(3)}`, Status: 'successful', id: chance.below(1_000) };
    case 'vtpass':
      return {
        type: 'transaction-update',
        data: { requestId: `202611221200${reference}1`, code: chance.of(['000', '040', '099']) },
      };
  }
}

function bytesOf(chance: Choice, body: Record<string, unknown>): Buffer {
  const text = JSON.stringify(body, (_name, value: unknown) =>
    value instanceof Written ? value.text : value,
  );
  if (!chance.once(8)) return Buffer.from(text);
  return chance.of([
    Buffer.alloc(0),
    Buffer.from(text.slice(0, -3)),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(text, 'utf16le'),
    Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    Buffer.from('null'),
    Buffer.from('[]'),
    Buffer.from(text.replace('{', '{"Event":"x","ident":null,')),
    Buffer.from('['.repeat(10_000)),
  ]);
}
