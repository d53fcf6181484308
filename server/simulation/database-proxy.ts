/**
 * Stands between a server and its database, and understands enough of the protocol to break it where it hurts: the connection is cut
 * when a commit was sent, with the commit carried out and its answer lost, or with the commit itself lost; or every commit is answered
 * with "no space left on device", as PostgreSQL would.
 */
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface DatabaseProxy {
  readonly port: number;
  /** Commits that were cut so far. */
  readonly cuts: number;
  /** Commits that found the disk full. */
  readonly refused: number;
  /** Cuts the next commits, each in one of the two ways. */
  cutNext(commits: number, what: 'answer' | 'commit'): void;
  setDiskFull(isFull: boolean): void;
  close(): Promise<void>;
}

/** Statements that commit by themselves, by the names under which they are prepared. */
const committing = new Set(['open_purchases', 'settle_purchases']);

interface Orders {
  cutsLeft: number;
  cut: 'answer' | 'commit';
  isFull: boolean;
  cuts: number;
  refused: number;
}

export async function startDatabaseProxy(databasePort: number): Promise<DatabaseProxy> {
  const orders: Orders = { cutsLeft: 0, cut: 'answer', isFull: false, cuts: 0, refused: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect({ host: '127.0.0.1', port: databasePort, noDelay: true });
    for (const socket of [client, database]) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
      socket.on('error', () => undefined);
    }
    client.setNoDelay(true);
    new Conversation(client, database, orders).begin();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens nowhere');
  return {
    port: address.port,
    get cuts() {
      return orders.cuts;
    },
    get refused() {
      return orders.refused;
    },
    cutNext(commits, what) {
      orders.cutsLeft = commits;
      orders.cut = what;
    },
    setDiskFull(isFull) {
      orders.isFull = isFull;
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

const READY = 'Z'.charCodeAt(0);

/** One connection. What the server sends comes in messages of a letter, a length and a content; the first one has no letter. */
class Conversation {
  readonly #client: Socket;
  readonly #database: Socket;
  readonly #orders: Orders;
  #unread = Buffer.alloc(0);
  #isStarted = false;
  #previous = '';
  /** Answers are held back until the database is ready again, and then thrown away, with the connection or for an error of ours. */
  #holding: 'cut' | 'refuse' | null = null;
  #held = Buffer.alloc(0);
  /** The rest of a statement that does not reach the database. */
  #isSkipping = false;

  constructor(client: Socket, database: Socket, orders: Orders) {
    this.#client = client;
    this.#database = database;
    this.#orders = orders;
  }

  begin(): void {
    this.#client.on('data', (data: Buffer) => this.#fromClient(data));
    this.#database.on('data', (data: Buffer) => this.#fromDatabase(data));
  }

  #fromClient(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data]);
    for (;;) {
      const head = this.#isStarted ? 1 : 0;
      if (this.#unread.length < head + 4) return;
      const length = head + this.#unread.readInt32BE(head);
      if (this.#unread.length < length) return;
      const message = this.#unread.subarray(0, length);
      this.#unread = this.#unread.subarray(length);
      if (this.#isStarted) this.#handle(message);
      else this.#database.write(message);
      this.#isStarted = true;
    }
  }

  #handle(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (this.#isSkipping) {
      if (type !== 'S') return;
      this.#isSkipping = false;
    } else if (isCommit(type, message) && this.#breaks(type)) return;
    this.#previous = type;
    this.#database.write(message);
  }

  /** True when the message goes no further. */
  #breaks(type: string): boolean {
    const orders = this.#orders;
    if (orders.cutsLeft > 0) {
      orders.cutsLeft -= 1;
      orders.cuts += 1;
      if (orders.cut === 'answer') {
        this.#holding = 'cut';
        return false;
      }
      this.#client.destroy();
      return true;
    }
    // A statement that is being prepared at the same time would come apart.
    if (!orders.isFull || this.#previous === 'P') return false;
    orders.refused += 1;
    if (type === 'Q') {
      this.#client.write(outOfRoom());
      return true;
    }
    this.#holding = 'refuse';
    this.#isSkipping = true;
    return true;
  }

  #fromDatabase(data: Buffer): void {
    if (this.#holding === null) {
      this.#client.write(data);
      return;
    }
    this.#held = Buffer.concat([this.#held, data]);
    if (this.#held.at(-6) !== READY || this.#held.readInt32BE(this.#held.length - 5) !== 5) return;
    const holding = this.#holding;
    this.#holding = null;
    this.#held = Buffer.alloc(0);
    if (holding === 'cut') this.#client.destroy();
    else this.#client.write(outOfRoom());
  }
}

/** `commit` as a plain statement, or the values for a prepared one that commits by itself. */
function isCommit(type: string, message: Buffer): boolean {
  if (type === 'Q') return message.toString('latin1', 5, 11).toLowerCase() === 'commit';
  if (type !== 'B') return false;
  const [, statement = ''] = message.toString('latin1', 5, 105).split('\0');
  return committing.has(statement);
}

/** An error of class 53100 after which the connection takes statements again. */
function outOfRoom(): Buffer {
  const fields = ['SERROR', 'VERROR', 'C53100', 'Mcould not extend file: No space left on device'];
  const content = Buffer.from(`${fields.join('\0')}\0\0`, 'latin1');
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content, Buffer.from([READY, 0, 0, 0, 5, 0x49])]);
}
