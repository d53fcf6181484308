/** The examples of `/developers` verify what the product really sends, and nothing else. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { isMissing } from '../../../test/installed.ts';
import { emptyOutbox } from '../../../test/outbox.ts';
import { useReceiver, type Received } from '../../../test/outside/receiver.ts';
import { createWebhookOutbox } from '../webhooks/deliver.ts';
import { verify } from '../../../samples/verify.ts';

const app = useTestApp();
const receiver = useReceiver();
const fileOf = (name: string): string => fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url));

interface Delivery {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

let genuine: Delivery;

beforeAll(async () => {
  const ada = await app.make.user({ wallet: naira(500) });
  const { webhookSecret } = (await app.as(ada).call('updateWebhook', { webhookUrl: receiver.url })).reply;
  await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031112222', amount: 100 });
  await emptyOutbox(createWebhookOutbox(app.context));
  const [received] = receiver.received;
  if (received === undefined) throw new Error('nothing was delivered');
  genuine = { secret: webhookSecret ?? '', headers: headersOf(received), body: received.body };
});

const headersOf = ({ id, timestamp, signature }: Received): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

const renamed = (rename: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(genuine.headers).map(([name, value]) => [rename(name), value]));
const capitalised = () => renamed((name) => name.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase()));
const inCapitals = () => renamed((name) => name.toUpperCase());

/** Signed right, but sent at another time. */
function sentAt(timestamp: string): Delivery {
  const { secret, headers, body } = genuine;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${timestamp}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return {
    secret,
    body,
    headers: { ...headers, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
  };
}

const deliveries: [what: string, isGenuine: boolean, make: () => Delivery][] = [
  ['a message of ours', true, () => genuine],
  [
    'a message with an older signature beside',
    true,
    () => ({
      ...genuine,
      headers: {
        ...genuine.headers,
        'webhook-signature': `v1,${'A'.repeat(43)}= ${genuine.headers['webhook-signature']}`,
      },
    }),
  ],
  // As PHP gives them under FastCGI, and Python once the headers of a framework are made a dict.
  ['a message with Capitalised-Header-Names', true, () => ({ ...genuine, headers: capitalised() })],
  ['a message WITH-HEADERS-IN-CAPITALS', true, () => ({ ...genuine, headers: inCapitals() })],
  [
    'a changed body under Capitalised-Header-Names',
    false,
    () => ({ ...genuine, headers: capitalised(), body: genuine.body.replace('success', 'failed ') }),
  ],
  ['a changed body', false, () => ({ ...genuine, body: genuine.body.replace('success', 'failed ') })],
  ['another id', false, () => ({ ...genuine, headers: { ...genuine.headers, 'webhook-id': 'msg_0' } })],
  [
    'another secret',
    false,
    () => ({ ...genuine, secret: `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}` }),
  ],
  [
    'a short signature',
    false,
    () => ({ ...genuine, headers: { ...genuine.headers, 'webhook-signature': 'v1,AAAA' } }),
  ],
  ['a message from an hour ago', false, () => sentAt(String(Math.floor(Date.now() / 1_000) - 3_600))],
  ['a time that is none', false, () => sentAt('soon')],
];

function accepts(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** Runs a program that reads a delivery and ends with 0 when it is genuine. */
function runs(command: string, args: string[], delivery: Delivery): boolean {
  const { status, error, stderr } = spawnSync(command, args, {
    input: JSON.stringify(delivery),
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0 && status !== 3) throw new Error(stderr);
  return status === 0;
}

/** What a sample must do, in this order. Holds where its language is not installed, too. */
function expectSteps(file: string, steps: readonly string[]): void {
  const text = readFileSync(fileOf(file), 'utf8');
  const places = steps.map((step) => text.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
}

describe('the example in TypeScript', () => {
  it.each(deliveries)('of %s says %s', (_what, isGenuine, make) => {
    const { secret, headers, body } = make();
    expect(accepts(() => verify(secret, headers, body))).toBe(isGenuine);
  });

  it('gives the message', () => {
    expect(verify(genuine.secret, genuine.headers, genuine.body)).toMatchObject({
      type: 'transaction.success',
      data: { trans_Type: 'airtime', trans_Status: 'success' },
    });
  });
});

const python = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("sample", sys.argv[1])
sample = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sample)
sent = json.load(sys.stdin)
try:
    sample.verify(sent["secret"], sent["headers"], sent["body"].encode())
except ValueError:
    sys.exit(3)
`;

describe('the example in Python', () => {
  it.skipIf(isMissing('python3', 'verify.py')).each(deliveries)('of %s says %s', (_what, isGenuine, make) => {
    expect(runs('python3', ['-B', '-c', python, fileOf('verify.py')], make())).toBe(isGenuine);
  });

  it('takes the steps of the standard, in their order', () => {
    expectSteps('verify.py', [
      '{name.lower(): value for name, value in headers.items()}',
      'abs(time.time() - int(timestamp)) >= 300',
      'base64.b64decode(secret.removeprefix("whsec_"))',
      'f"{message_id}.{timestamp}.".encode() + body',
      'hmac.new(key, signed, hashlib.sha256)',
      'hmac.compare_digest(f"v1,{right}", given)',
      'json.loads(body)',
      'raise ValueError("not genuine")',
    ]);
  });
});

const php = `
require $argv[1];
$sent = json_decode(file_get_contents('php://stdin'), true);
try { verify($sent['secret'], $sent['headers'], $sent['body']); } catch (RuntimeException $e) { exit(3); }
`;

describe('the example in PHP', () => {
  it.skipIf(isMissing('php', 'verify.php')).each(deliveries)('of %s says %s', (_what, isGenuine, make) => {
    expect(runs('php', ['-r', php, '--', fileOf('verify.php')], make())).toBe(isGenuine);
  });

  it('takes the steps of the standard, in their order', () => {
    expectSteps('verify.php', [
      '$headers = array_change_key_case($headers, CASE_LOWER);',
      "$headers['webhook-id']",
      'abs(time() - (int) $timestamp) >= 300',
      "base64_decode(str_replace('whsec_', '', $secret), true)",
      `hash_hmac('sha256', "$id.$timestamp.$body", $key, true)`,
      "explode(' ', $headers['webhook-signature']",
      'hash_equals("v1,$right", $given)',
      'json_decode($body, true',
      "throw new RuntimeException('not genuine')",
    ]);
  });
});
