/**
 * A pooler in transaction mode, of which a machine with nothing but Node has none: what PgBouncer before 1.21 does to whoever goes through it.
 * A few connections of the server serve all clients. Each is with a client from the first message of a transaction until the server says that
 * the transaction is over, then with whoever comes next, in turn; so what a client leaves in its session is found by others.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TransactionPooler {
  /** The same place by way of the pooler. */
  through(address: string): string;
  close(): Promise<void>;
}

interface ServerSide {
  socket: Socket;
  client: ClientSide | null;
  /** What was sent whose end the server has not announced. */
  unanswered: number;
  /** It serves whoever comes; else it is there for the login of one client. */
  isShared: boolean;
}

interface ClientSide {
  socket: Socket;
  /** The database and the user: other clients of it share its connections. */
  pool: string;
  server: ServerSide | null;
  /** What came while it had no connection. */
  waiting: Buffer[];
}

const [QUERY, SYNC, TERMINATE, READY] = ['Q', 'S', 'X', 'Z'].map((letter) => letter.charCodeAt(0));
const SSL_REQUEST = 80_877_103;
const IDLE = 'I'.charCodeAt(0);

/** Hands on whole messages, however they arrive in pieces. `headBytes` stand before the length. */
function inMessages(headBytes: () => number, take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headBytes() + 4) {
      const size = headBytes() + rest.readInt32BE(headBytes());
      if (rest.length < size) return;
      const message = rest.subarray(0, size);
      rest = rest.subarray(size);
      take(message);
    }
  };
}

function refusal(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** What PgBouncer lets a client say of itself. */
const KNOWN = new Set(['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone']);

function readStartup(message: Buffer): Map<string, string> {
  const words = message.subarray(8, -1).toString().split('\0');
  return new Map(words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? ''] as const] : [])));
}

/** The connections of the server, and who has or wants one. */
class SharedConnections {
  readonly #idle = new Map<string, ServerSide[]>();
  readonly #counts = new Map<string, number>();
  readonly #queue: ClientSide[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  fromClient(client: ClientSide, message: Buffer): void {
    if (message[0] === TERMINATE) return void client.socket.end();
    if (client.server !== null) return this.#forward(client.server, message);
    client.waiting.push(message);
    if (client.waiting.length === 1) this.#link(client);
  }

  /** The first answer that is complete ends the login of a client; its connection of the server then serves all, unless there are enough. */
  fromServer(server: ServerSide, pool: string, message: Buffer): void {
    // Of a channel that nobody who is here listens to.
    if (server.client === null) return;
    const { client } = server;
    client.socket.write(message);
    if (message[0] !== READY) return;
    server.unanswered -= 1;
    if (!server.isShared && !this.#share(server, pool)) {
      server.client = null;
      client.server = null;
      server.socket.end();
    } else if (server.unanswered === 0 && message[5] === IDLE) this.#release(server, pool);
  }

  forgetServer(server: ServerSide, pool: string): void {
    const others = (this.#idle.get(pool) ?? []).filter((one) => one !== server);
    this.#idle.set(pool, others);
    if (server.isShared) this.#counts.set(pool, (this.#counts.get(pool) ?? 1) - 1);
    server.client?.socket.destroy();
  }

  forgetClient(client: ClientSide): void {
    if (this.#queue.includes(client)) this.#queue.splice(this.#queue.indexOf(client), 1);
    // Nobody knows what state it is in.
    client.server?.socket.destroy();
  }

  #share(server: ServerSide, pool: string): boolean {
    const count = this.#counts.get(pool) ?? 0;
    if (count >= this.#size) return false;
    this.#counts.set(pool, count + 1);
    server.isShared = true;
    return true;
  }

  /** To the one that has rested longest, so that a client meets another each time. */
  #link(client: ClientSide): void {
    const server = this.#idle.get(client.pool)?.shift();
    if (server === undefined) return void this.#queue.push(client);
    server.client = client;
    client.server = server;
    for (const message of client.waiting.splice(0)) this.#forward(server, message);
  }

  #forward(server: ServerSide, message: Buffer): void {
    if (message[0] === QUERY || message[0] === SYNC) server.unanswered += 1;
    server.socket.write(message);
  }

  #release(server: ServerSide, pool: string): void {
    if (server.client !== null) server.client.server = null;
    server.client = null;
    this.#idle.set(pool, [...(this.#idle.get(pool) ?? []), server]);
    const next = this.#queue.findIndex((client) => client.pool === pool);
    const [client] = next < 0 ? [] : this.#queue.splice(next, 1);
    if (client !== undefined) this.#link(client);
  }
}

/** `size`: how many connections of the server each database and user has. */
export async function startTransactionPooler(port: number, size: number): Promise<TransactionPooler> {
  const sockets = new Set<Socket>();
  const shared = new SharedConnections(size);

  function remember(socket: Socket, onClose: () => void): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      onClose();
    });
  }

  /** A client logs in at the server itself. */
  function logIn(client: ClientSide, startup: Buffer): void {
    const socket = connect(port, '127.0.0.1');
    const server: ServerSide = { socket, client, unanswered: 1, isShared: false };
    client.server = server;
    remember(socket, () => shared.forgetServer(server, client.pool));
    const take = (message: Buffer) => shared.fromServer(server, client.pool, message);
    socket.on(
      'data',
      inMessages(() => 1, take),
    );
    socket.write(startup);
  }

  function accept(socket: Socket): void {
    let client: ClientSide | undefined;
    remember(socket, () => {
      if (client !== undefined) shared.forgetClient(client);
    });
    const take = (message: Buffer): void => {
      if (client !== undefined) return shared.fromClient(client, message);
      if (message.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
      const startup = readStartup(message);
      const strange = [...startup.keys()].find((name) => name !== '' && !KNOWN.has(name.toLowerCase()));
      if (strange !== undefined) return void socket.end(refusal(`unsupported startup parameter: ${strange}`));
      const pool = `${startup.get('user')}@${startup.get('database')}`;
      client = { socket, pool, server: null, waiting: [] };
      logIn(client, message);
    };
    socket.on(
      'data',
      inMessages(() => (client === undefined ? 0 : 1), take),
    );
  }

  const pooler = createServer(accept);
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const { port: own } = pooler.address() as AddressInfo; // it listens on TCP
  return {
    through: (address) => Object.assign(new URL(address), { port: String(own) }).href,
    async close() {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      await once(pooler, 'close');
    },
  };
}
