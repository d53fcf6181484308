/**
 * Stands between the sandbox's hooks and the servers, and loses, doubles, delays and forges them. What a provider would send again when
 * nobody answers is lost with a 200 all the same, but for a bank transfer: there the hook is the only word, so its loss is no answer.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Choice } from './choose.ts';
import type { Counts } from './counts.ts';

export interface HookProxy {
  readonly url: string;
  /** Whether it does harm; it passes all hooks on when not. */
  setHarmful(isHarmful: boolean): void;
  /** Whether suppliers' word of what they took back is lost, so that only questions find it. */
  setReversalsLost(areLost: boolean): void;
  close(): Promise<void>;
}

interface Hook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Harm = 'none' | 'lost' | 'doubled' | 'late' | 'forged';
const harms: readonly { harm: Harm; weight: number }[] = [
  { harm: 'none', weight: 60 },
  { harm: 'lost', weight: 14 },
  { harm: 'doubled', weight: 10 },
  { harm: 'late', weight: 10 },
  { harm: 'forged', weight: 6 },
];

const SUPPLIERS: ReadonlySet<string> = new Set(['/hooks/glad', '/hooks/alaro', '/hooks/vtpass']);

const ANSWER_TIMEOUT_MS = 8_000;

/** `targets` are the addresses of the servers. Forged hooks that were taken are counted as `violation forged hook taken`. */
export async function startHookProxy(
  targets: readonly string[],
  choice: Choice,
  counts: Counts,
): Promise<HookProxy> {
  let isHarmful = false;
  let areReversalsLost = false;

  async function forward({ path, headers, body }: Hook): Promise<number> {
    try {
      const answer = await fetch(`${choice.of(targets)}${path}`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 502;
    }
  }

  async function forge(hook: Hook): Promise<void> {
    const isSigned = hook.path === '/hooks/squad' || hook.path === '/hooks/paymentpoint';
    const status = await forward({ ...hook, body: forgedBody(hook.body) });
    if (isSigned && status < 300) counts.add('violation forged hook taken');
  }

  async function pass(hook: Hook): Promise<number> {
    if (areReversalsLost && SUPPLIERS.has(hook.path)) return 200;
    const { harm } = isHarmful ? choice.weighed(harms) : { harm: 'none' };
    counts.add(`hooks ${harm === 'none' ? 'passed' : harm}`);
    switch (harm) {
      case 'lost':
        return hook.path === '/hooks/paymentpoint' ? 503 : 200;
      case 'doubled':
        return Math.max(...(await Promise.all([forward(hook), forward(hook)])));
      case 'late':
        await delay(choice.between(300, 4_000));
        return forward(hook);
      case 'forged':
        await forge(hook);
        return forward(hook);
      default:
        return forward(hook);
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const hook = { path: request.url ?? '/', headers: passedOn(request.headers), body };
      void pass(hook).then((status) => response.writeHead(status).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: addressOf(server),
    setHarmful: (harmful) => void (isHarmful = harmful),
    setReversalsLost: (areLost) => void (areReversalsLost = areLost),
    close: () => close(server),
  };
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens nowhere');
  return `http://127.0.0.1:${address.port}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      (name === 'content-type' || name.startsWith('x-') || name.endsWith('signature'))
        ? [[name, value] as const]
        : [],
    ),
  );
}

/** More money, or the opposite outcome, under the signature of the true one. */
const forgedBody = (body: string): string =>
  body
    .replaceAll(
      /("(?:amount|amount_paid|transaction_amount)":\s*"?)(\d)/g,
      (_, name: string, digit: string) => `${name}9${digit}`,
    )
    .replaceAll(/successful|delivered/g, 'reversed')
    .concat(' ');
