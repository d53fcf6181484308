/** A card gateway that speaks Squad's protocol over HTTP and says what a test tells it to, also what the sandbox's never says. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedGateway {
  readonly url: string;
  /** What verify answers about a reference: fields over those of a payment that waits. Without it, the reference is unknown. */
  say(reference: string, payment: ScriptedPayment): void;
  /** The next calls of initiate get this status and body instead of a link; null goes back to links. */
  answerInitiateWith(answer: { status: number; body: unknown } | null): void;
  /** Calls of verify wait until the returned function is called. */
  hold(): () => void;
  /** How often verify was called about a reference. */
  timesAsked(reference: string): number;
  close(): Promise<void>;
}

export interface ScriptedPayment {
  status: 'Success' | 'failed' | 'abandoned' | 'pending' | 'a word that nobody knows';
  amountKobo?: number;
  currency?: string;
}

export async function startScriptedGateway(): Promise<ScriptedGateway> {
  const payments = new Map<string, ScriptedPayment>();
  const asked = new Map<string, number>();
  let initiateAnswer: { status: number; body: unknown } | null = null;
  let held = Promise.resolve();

  function verify(reference: string): { status: number; body: unknown } {
    asked.set(reference, (asked.get(reference) ?? 0) + 1);
    const payment = payments.get(reference);
    if (payment === undefined) return { status: 400, body: { message: 'Unknown reference', data: {} } };
    return {
      status: 200,
      body: {
        data: {
          transaction_ref: reference,
          transaction_amount: payment.amountKobo ?? 50_000,
          transaction_currency_id: payment.currency ?? 'NGN',
          transaction_status: payment.status,
          gateway_transaction_ref: `GW-${reference}`,
        },
      },
    };
  }

  function initiate(body: string): { status: number; body: unknown } {
    if (initiateAnswer !== null) return initiateAnswer;
    const { transaction_ref: reference } = JSON.parse(body) as { transaction_ref: string }; // as our adapter writes it
    return { status: 200, body: { data: { checkout_url: `http://pay.example/${reference}` } } };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reference = /\/verify\/([^/]+)$/.exec(request.url ?? '')?.[1];
      const answered =
        reference === undefined
          ? Promise.resolve(initiate(Buffer.concat(chunks).toString()))
          : held.then(() => verify(reference));
      void answered.then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP

  return {
    url: `http://127.0.0.1:${port}`,
    say: (reference, payment) => void payments.set(reference, payment),
    answerInitiateWith(answer) {
      initiateAnswer = answer;
    },
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    timesAsked: (reference) => asked.get(reference) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The header that proves a hook: HMAC-SHA512 over the body, in hex, with the secret key of the sandbox unless another is given. */
export const signHook = (body: string, secretKey = 'sandbox_sk_jara'): string =>
  createHmac('sha512', secretKey).update(body).digest('hex').toUpperCase();
