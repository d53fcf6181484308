/**
 * A connection to PostgreSQL that can be given up. When a server or the way to it dies without a word, nothing ever comes: no answer, no
 * end. Only whoever waits can say that it has taken too long.
 */
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { Client, type ClientConfig } from 'pg';
import { addressAtHost, hostsOf } from './address.ts';
import { findServer } from './servers.ts';

/** Longer than the database itself lets a statement of the program run, so that its own error comes first while it lives. */
export const ANSWER_MS = 8 * SECOND_MS;

/** After ten seconds without traffic the system asks whether the other end is there. */
export const tcpKeepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND_MS } as const;

const SILENT = 'the database was silent for too long';

export class CuttableClient extends Client {
  readonly #socket: Socket;
  readonly #address: string;

  constructor(config?: string | ClientConfig) {
    const socket = new Socket();
    // Before `Client` connects, nobody else listens; what the error says reaches whoever waits for the connection.
    socket.on('error', () => undefined);
    const given = typeof config === 'string' ? { connectionString: config } : config;
    const address = given?.connectionString ?? '';
    super({
      ...given,
      connectionString: addressAtHost(address, hostsOf(address)[0] ?? ''),
      ...tcpKeepAlive,
      stream: () => socket,
    });
    // The end of a connection that nobody holds yet, or any more, is no end of the program.
    this.on('error', () => undefined);
    this.#socket = socket;
    this.#address = address;
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const isFound = hostsOf(this.#address).length < 2;
    if (callback === undefined) return isFound ? super.connect() : this.#find().then(() => super.connect());
    // Called by `Client` itself, at once: what it calls listens to errors, of which the next may have come already.
    if (isFound) return super.connect(callback);
    callbackify(() => this.#find())((error) => (error === null ? super.connect(callback) : callback(error)));
  }

  /**
   * For each connection anew: after a failover another host is the primary. Where this one is given up meanwhile, the search goes on without
   * it, so that the next one knows where to begin.
   */
  async #find(): Promise<void> {
    const givenUp = new Promise<never>((_resolve, reject) => {
      this.#socket.once('close', () => reject(new Error(SILENT)));
    });
    const { host, port } = new Client(await Promise.race([findServer(this.#address), givenUp]));
    // Connecting would open it again.
    if (this.#socket.destroyed) throw new Error(SILENT);
    Object.assign(this, { host, port });
  }

  /** Ends the connection at once, without a word to the server; statements that wait for their answer fail. */
  cut(): void {
    this.#socket.destroy(new Error(SILENT));
  }
}

/** What `asked` gives; where the answer has not come in time, `silent` is called, which has to make `asked` fail. */
export async function withinAnswerTime<Result>(
  asked: Promise<Result>,
  answerMs: number | null,
  silent: () => void,
): Promise<Result> {
  if (answerMs === null) return asked;
  const timer = setTimeout(silent, answerMs);
  try {
    return await asked;
  } finally {
    clearTimeout(timer);
  }
}
