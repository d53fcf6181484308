/**
 * The one HTTP client. What happens on the way comes back as a value, and an answer that did not come is told apart
 * from a request that certainly never left: the caller's money hangs on that difference.
 * Nothing is sent twice: no retries, no redirects followed, no pipelining.
 */
import { Pool, type Dispatcher } from 'undici';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Begins with a slash and is appended to the base address. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** From now to the last byte of the answer, waiting for a free connection included. */
  timeoutMs: number;
}

export type HttpAnswer =
  | { kind: 'answer'; status: number; contentType: string | null; text: string }
  | { kind: 'timeout' }
  /** `certainlyNotSent`: it failed before one byte of the request was written. */
  | { kind: 'connection'; certainlyNotSent: boolean; message: string }
  | { kind: 'too_large' };

export interface HttpClient {
  /** Sends one request. Never throws. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Cuts what is still under way: those requests end as `connection`. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Scheme, host, and an optional path that each request's path is appended to. */
  baseUrl: string;
  /** Sent with each request. */
  headers: Readonly<Record<string, string>>;
  connections: number;
}

const CONNECT_TIMEOUT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 256 * 1024;

/*
 * Short on purpose: a request that is written at the very moment in which the other side gives up an idle connection ends
 * without anybody knowing whether it was read. Common servers keep idle connections for 5 s or longer.
 */
const IDLE_CONNECTION_MS = 4_000;

export function createHttpClient({ baseUrl, headers, connections }: HttpClientOptions): HttpClient {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true },
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    // Each request carries its own time-out, from the first to the last byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const always = Object.entries({ accept: 'application/json', 'user-agent': 'jara', ...headers }).flat();
  const withJson = [...always, 'content-type', 'application/json'];

  return {
    send: ({ method, path, body, timeoutMs }) =>
      new Promise((resolve) => {
        const hasBody = body !== undefined;
        pool.dispatch(
          {
            method,
            path: prefix + path,
            headers: hasBody ? withJson : always,
            body: hasBody ? JSON.stringify(body) : null,
          },
          new Exchange(resolve, timeoutMs),
        );
      }),
    close: () => pool.destroy(),
  };
}

/** One request on its way. It ends once; whatever happens afterwards is ignored. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #timer: NodeJS.Timeout;
  #hasEnded = false;
  /** Set when a connection takes the request, which is before its first byte is written. */
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #contentType: string | null = null;
  #body: Buffer[] = [];
  #bytes = 0;

  constructor(resolve: (answer: HttpAnswer) => void, timeoutMs: number) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#runOut(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was given up while it waited for a connection, and has been reported as not sent.
    if (this.#hasEnded) controller.abort(new Error('given up before it was sent'));
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    const contentType = headers['content-type'];
    this.#contentType = typeof contentType === 'string' ? contentType : null;
    if (Number(headers['content-length']) > LARGEST_ANSWER_BYTES) this.#refuseSize(controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > LARGEST_ANSWER_BYTES) this.#refuseSize(controller);
    else this.#body.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...rest] = this.#body;
    const text =
      rest.length === 0 ? (first?.toString('utf8') ?? '') : Buffer.concat(this.#body).toString('utf8');
    this.#end({ kind: 'answer', status: this.#status, contentType: this.#contentType, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end({
      kind: 'connection',
      certainlyNotSent: this.#controller === null,
      message: error.message,
    });
  }

  #refuseSize(controller: Dispatcher.DispatchController): void {
    this.#end({ kind: 'too_large' });
    controller.abort(new Error('the answer is too large'));
  }

  #runOut(): void {
    if (this.#controller === null) {
      this.#end({ kind: 'connection', certainlyNotSent: true, message: 'no connection became free in time' });
      return;
    }
    this.#end({ kind: 'timeout' });
    this.#controller.abort(new Error('no answer in time'));
  }

  #end(answer: HttpAnswer): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#body = [];
    this.#resolve(answer);
  }
}
