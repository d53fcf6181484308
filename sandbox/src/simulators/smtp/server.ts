/** The SMTP side of the mail simulator: a server that takes mail for everybody and hands it to nobody. */
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';
import type { Environment } from '../../environment/context.ts';
import type { MailRecord } from '../../environment/records.ts';
import type { Mailbox } from './mailbox.ts';
import { DEFERRALS, mailOutcomeFor } from './outcomes.ts';

export interface MailServer {
  /** Gives the port. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

const LARGEST_MAIL_BYTES = 1_048_576;

type Done = (error?: Error | null) => void;

export function createMailServer(environment: Environment, mailbox: Mailbox): MailServer {
  const settings = environment.switches.of('smtp');
  const sockets = new Map<number, Socket>();
  const hangUp = ({ remotePort }: SMTPServerSession): void => void sockets.get(remotePort)?.destroy();
  const { takeRecipient, takeMail } = receiver(environment, mailbox, hangUp);

  /** Answers the client once `work` is over, with what went wrong if anything did; a simulator that is down says nothing. */
  async function step(session: SMTPServerSession, done: Done, work: () => Promise<void>): Promise<void> {
    if (settings.down) return hangUp(session);
    let problem: Error | null = null;
    try {
      await work();
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error));
    }
    done(problem);
  }

  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'the sandbox takes every mail and delivers none',
    size: LARGEST_MAIL_BYTES,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, session, callback) => {
      if (settings.down) hangUp(session);
      else if (password === environment.keys.smtp) callback(null, { user: username ?? '' });
      else callback(answer(535, 'The password is not right'));
    },
    onMailFrom: (_address, session, callback) =>
      void step(session, callback, () => delay(settings.latencyMs)),
    onRcptTo: ({ address }, session, callback) =>
      void step(session, callback, () => takeRecipient(address.toLowerCase())),
    onData: (stream, session, callback) => void step(session, callback, () => takeMail(stream, session)),
  });
  // A client that is gone is its own concern; `listen` reports a port that is taken.
  server.on('error', () => undefined);
  server.server.prependListener('connection', (socket) => {
    const { remotePort } = socket;
    if (settings.down || remotePort === undefined) return void socket.destroy();
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });

  return {
    listen: (host, port) => listenOn(server, host, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

function receiver(environment: Environment, mailbox: Mailbox, hangUp: (session: SMTPServerSession) => void) {
  return {
    async takeRecipient(address: string): Promise<void> {
      const outcome = mailOutcomeFor(address);
      if (outcome === 'refuse' || environment.switches.refusesByChance('smtp')) {
        throw answer(550, 'There is no such mailbox');
      }
      if (outcome === 'later' && mailbox.deferralsOf(address) < DEFERRALS) {
        await environment.commit(mailbox.deferral(address));
        throw answer(451, 'Try again later');
      }
    },
    async takeMail(stream: Readable & { sizeExceeded: boolean }, session: SMTPServerSession): Promise<void> {
      const { envelope } = session;
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer); // a byte stream gives buffers
      if (stream.sizeExceeded) throw answer(552, 'The mail is too large');
      const recipients = envelope.rcptTo.map(({ address }) => address.toLowerCase());
      const outcomes = new Set(recipients.map(mailOutcomeFor));
      if (outcomes.has('slow')) await delay(environment.timings.slowMs);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const mail = await readMail(Buffer.concat(chunks), from);
      // Numbered and applied in one go: two mails at once do not get one number.
      await environment.commit(
        ...recipients.map((to, index) => ({ ...mail, id: mailbox.count + index + 1, to })),
      );
      if (outcomes.has('lost')) hangUp(session);
    },
  };
}

const listenOn = (server: SMTPServer, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      // A listening TCP server has such an address.
      resolve((server.server.address() as AddressInfo).port);
    });
  });

async function readMail(raw: Buffer, from: string): Promise<Omit<MailRecord, 'id' | 'to'>> {
  const mail = await PostalMime.parse(raw);
  return {
    store: 'smtp',
    type: 'mail',
    from,
    headers: mail.headers.map(({ originalKey, value }) => [originalKey, value]),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    at: Date.now(),
  };
}

const delay = (ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => void setTimeout(resolve, ms).unref());

const answer = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
