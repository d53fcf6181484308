/** Worlds for tests, and the calls that a client of one makes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { JournalView } from '../src/control/views.ts';
import { DEFAULT_KEYS, startSandbox } from '../src/environment/environment.ts';
import type { Sandbox, SandboxOptions } from '../src/environment/environment.ts';

export type SupplierName = 'glad' | 'alaro';

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'jara-sandbox-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A environment of this test alone, with a journal on disk; it ends with the test. */
export async function freshSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ journal: { directory: temporaryDirectory() }, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export interface Answer {
  status: number;
  type: string;
  text: string;
  /** The body read as JSON; an empty object when it is something else. */
  body: Record<string, unknown>;
}

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text, body: type.includes('json') ? parse(text) : {} };
}

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export function supplierHeaders(supplier: SupplierName): Record<string, string> {
  return { authorization: `Token ${DEFAULT_KEYS[supplier]}` };
}

/** Buys the first plan of MTN, whose id differs from supplier to supplier. */
export function buyData(
  url: string,
  supplier: SupplierName,
  recipient: string,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  const plan = supplier === 'glad' ? 201 : 7003;
  const body = { network: 1, plan, mobile_number: recipient, ident: `ref-${recipient}`, Ported_number: true };
  return post(`${url}/${supplier}/api/data/`, { ...body, ...changes }, supplierHeaders(supplier));
}

export function buyAirtime(
  url: string,
  supplier: SupplierName,
  recipient: string,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  const body = {
    network: 1,
    amount: 500,
    mobile_number: recipient,
    ident: `ref-${recipient}`,
    airtime_type: 'VTU',
  };
  return post(`${url}/${supplier}/api/topup/`, { ...body, ...changes }, supplierHeaders(supplier));
}

export function supplierGet(url: string, supplier: SupplierName, path: string): Promise<Answer> {
  return ask(`${url}/${supplier}${path}`, { headers: supplierHeaders(supplier) });
}

export async function readJournal(url: string): Promise<JournalView> {
  const { text } = await ask(`${url}/control/journal`);
  // The control API answers with this very type.
  return JSON.parse(text) as JournalView;
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Resolves with the error of a call that must be cut off; with nothing when it was answered after all. */
export async function cutOff(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A product that listens for webhooks; `statuses` are its answers in turn, then 200. Below `/silent` it never answers. */
export async function webhookSink(statuses: number[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (request.url?.endsWith('/silent') !== true) response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received };
}

function parse(text: string): Record<string, unknown> {
  // Every JSON body of the sandbox is an object.
  return JSON.parse(text) as Record<string, unknown>;
}
