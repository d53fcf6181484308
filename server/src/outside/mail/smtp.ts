/**
 * Mail by SMTP, one connection for each mail. What matters is where the dialogue was when it broke: before the content nothing was
 * sent, after it nobody knows.
 */
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailer, MailOutcome, OutgoingMail } from './mailer.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  /** The sender: an address, and the name that mailboxes show beside it. */
  from: { name: string; address: string };
}

const TIMEOUT_MS = 10_000;
/** For the whole dialogue: a server that answers each command just in time does not hold a mail for ever. */
const DEADLINE_MS = 30_000;

export function createSmtpMailer(settings: SmtpSettings): Mailer {
  return {
    async send(mail, beforeContent) {
      const content = await compose(settings, mail);
      const message = new Message(content, beforeContent);
      const connection = connect(settings);
      try {
        const { response } = await converse(connection, settings, mail.to, message);
        return { kind: 'sent', answer: oneLine(response) };
      } catch (error) {
        if (message.stoppedBy !== undefined) throw message.stoppedBy;
        return outcomeOf(error, message.hasBegun);
      } finally {
        connection.close();
        message.destroy();
      }
    },
  };
}

function connect({ host, port, security }: SmtpSettings): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    socketCloseTimeout: 1_000,
  });
}

/** Headers and both bodies. Line breaks and other control characters in a header were refused long before; here they are a bug. */
function compose({ from }: SmtpSettings, mail: OutgoingMail): Promise<Buffer> {
  const headers = [mail.to, mail.subject, mail.messageId, mail.unsubscribeUrl ?? '', from.name, from.address];
  if (headers.some((text) => /\p{Cc}/u.test(text))) throw new Error('a header holds a control character');
  const { unsubscribeUrl } = mail;
  return new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    messageId: mail.messageId,
    text: mail.text,
    html: mail.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** The content of a mail, read only once the other side has agreed to take it. */
class Message extends Readable {
  hasBegun = false;
  /** What `beforeContent` threw. */
  stoppedBy: Error | undefined;
  readonly #content: Buffer;
  readonly #beforeContent: () => Promise<void>;

  constructor(content: Buffer, beforeContent: () => Promise<void>) {
    super();
    // Told through the dialogue; without a listener of its own a stream that is given up ends the process.
    this.on('error', () => undefined);
    this.#content = content;
    this.#beforeContent = beforeContent;
  }

  override _read(): void {
    void this.#start();
  }

  async #start(): Promise<void> {
    try {
      await this.#beforeContent();
    } catch (error) {
      this.stoppedBy = error instanceof Error ? error : new Error(String(error));
      this.destroy(this.stoppedBy);
      return;
    }
    if (this.destroyed) return;
    this.hasBegun = true;
    this.push(this.#content);
    this.push(null);
  }
}

function converse(
  connection: SMTPConnection,
  { user, password, from }: SmtpSettings,
  to: string,
  message: Message,
): Promise<{ response: string }> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => fail(new Error('the mail server took too long')), DEADLINE_MS);
    const fail = (error: unknown): void => {
      clearTimeout(deadline);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    connection.once('error', fail);
    // Later ones belong to a dialogue that is over.
    connection.on('error', () => undefined);
    const send = (): void =>
      connection.send({ from: from.address, to: [to] }, message, (problem, sent) => {
        if (problem) return fail(problem);
        clearTimeout(deadline);
        resolve({ response: sent?.response ?? '' });
      });
    connection.connect((refused) => {
      if (refused) return fail(refused);
      // A relay that offers no authentication gets no user name.
      if (!connection.allowsAuth) return send();
      connection.login({ credentials: { user, pass: password } }, (unknown) =>
        unknown ? fail(unknown) : send(),
      );
    });
  });
}

/** The table from what went wrong to what is known of the mail. */
function outcomeOf(error: unknown, hasBegun: boolean): MailOutcome {
  const { command = '', responseCode = 0 } = error as { command?: string; responseCode?: number }; // as the library adds them
  const answer = oneLine(error instanceof Error ? error.message : String(error));
  // 421 is the server going away, not its word on the mail.
  const isAboutMail = /^(RCPT TO|DATA)/.test(command) && responseCode !== 421;
  if (isAboutMail && responseCode >= 500) return { kind: 'refused', answer };
  if (isAboutMail && responseCode >= 400) return { kind: 'later', answer };
  if (hasBegun && responseCode === 0) return { kind: 'unknown', answer };
  return { kind: 'unreachable', answer };
}

const LONGEST_ANSWER = 300;

/** Servers repeat whom a mail is for; the log and the list of mails that are due say it of nobody. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^\s<>()",;:]+/gu, (word) => (word.includes('@') ? '***' : word))
    .trim()
    .slice(0, LONGEST_ANSWER);
}
