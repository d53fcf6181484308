import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/environment/environment.ts';
import type { OutgoingMail } from './mailer.ts';
import { createSmtpMailer, type SmtpSettings } from './smtp.ts';

const mail: OutgoingMail = {
  to: 'ada@people.example',
  subject: 'Hello ₦ & <b>',
  text: 'Plain ₦\n.\nafter a dot',
  html: '<p>₦</p>',
  messageId: '<1.2@jara.example>',
  unsubscribeUrl: 'https://shop.example/unsubscribe/3f1b8a34-0000-4000-8000-000000000000',
};
const settings: SmtpSettings = {
  host: '127.0.0.1',
  port: 1,
  security: 'none',
  user: 'jara',
  password: 'sandbox-smtp-password',
  from: { name: 'Jara "Ltd", <x@y.example>', address: 'no-reply@jara.example' },
};
const nothing = async (): Promise<void> => undefined;

describe('against the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ journal: 'memory', timings: { slowMs: 50 } });
  });
  afterAll(() => sandbox.close());
  const send = (changes: Partial<OutgoingMail> = {}, before = nothing, other: Partial<SmtpSettings> = {}) =>
    createSmtpMailer({ ...settings, port: sandbox.smtpPort, ...other }).send({ ...mail, ...changes }, before);

  it('sends one mail to one mailbox, with everything in its place', async () => {
    expect(await send()).toMatchObject({ kind: 'sent' });
    const [received] = sandbox.journal().mails;
    expect(received).toMatchObject({
      from: 'no-reply@jara.example',
      to: mail.to,
      subject: mail.subject,
      messageId: mail.messageId,
      html: expect.stringContaining('<p>₦</p>'),
    });
    expect(received?.text.trim()).toBe(mail.text);
    const headers = new Map(received?.headers);
    expect(headers.get('From')).toContain('<no-reply@jara.example>');
    expect(headers.get('To')).toBe(mail.to);
    expect(headers.get('List-Unsubscribe')).toBe(`<${mail.unsubscribeUrl}>`);
    expect(headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect([...headers.keys()].filter((name) => /^b?cc$/i.test(name))).toEqual([]);
  });

  it('tells a final no, a later, a loss and a slow yes apart', async () => {
    expect(await send({ to: 'refuse@people.example' })).toMatchObject({ kind: 'refused' });
    expect(await send({ to: 'later@people.example' })).toMatchObject({ kind: 'later' });
    expect(await send({ to: 'lost@people.example' })).toMatchObject({ kind: 'unknown' });
    expect(await send({ to: 'slow@people.example' })).toMatchObject({ kind: 'sent' });
  });

  it('is unreachable with a wrong password, and where nobody listens', async () => {
    expect(await send({}, nothing, { password: 'wrong' })).toMatchObject({ kind: 'unreachable' });
    expect(await send({}, nothing, { port: 1 })).toMatchObject({ kind: 'unreachable' });
    expect(await send({}, nothing, { security: 'starttls' })).toMatchObject({ kind: 'unreachable' });
  });

  it('sends nothing when it is stopped before the content', async () => {
    const count = sandbox.journal().mails.length;
    const stop = async (): Promise<void> => {
      throw new Error('not mine any more');
    };
    await expect(send({}, stop)).rejects.toThrow('not mine any more');
    expect(sandbox.journal().mails).toHaveLength(count);
  });

  it('asks before the content only when the mailbox is there', async () => {
    let asked = 0;
    const count = async (): Promise<void> => void (asked += 1);
    await send({ to: 'refuse@people.example' }, count);
    expect(asked).toBe(0);
    await send({}, count);
    expect(asked).toBe(1);
  });

  it.each<Partial<OutgoingMail>>([
    { subject: 'Hello\r\nBcc: all@people.example' },
    { subject: 'Hello\nX: y' },
    { subject: 'Hello\u0000' },
    { to: 'ada@people.example\r\nRCPT TO:<b@people.example>' },
    { messageId: '<1@x>\r\nBcc: b@people.example' },
    { unsubscribeUrl: 'https://shop.example/\r\nBcc: b@people.example' },
  ])('makes no mail of %j', async (changes) => {
    const count = sandbox.journal().mails.length;
    await expect(send(changes)).rejects.toThrow('control character');
    expect(sandbox.journal().mails).toHaveLength(count);
  });
});

describe('against a server that breaks off', () => {
  /** Answers each command from the table; without an answer it cuts the line. */
  async function breaking(answers: Record<string, string | null>): Promise<number> {
    const server = createServer((socket: Socket) => {
      let isContent = false;
      socket.on('error', () => undefined);
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        const command = isContent ? 'content' : (/^[A-Z]+/.exec(text)?.[0] ?? '');
        if (isContent && !text.endsWith('\r\n.\r\n')) return;
        const answer = command in answers ? answers[command] : command === 'DATA' ? '354 go on' : '250 ok';
        isContent = command === 'DATA' && answer?.startsWith('354') === true;
        if (answer === null || answer === undefined) socket.destroy();
        else socket.write(`${answer}\r\n`);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port; // it listens on TCP
  }

  it.each<[Record<string, string | null>, string]>([
    [{}, 'sent'],
    [{ EHLO: null }, 'unreachable'],
    [{ MAIL: null }, 'unreachable'],
    [{ MAIL: '550 who are you' }, 'unreachable'],
    [{ RCPT: null }, 'unreachable'],
    [{ RCPT: '421 going away' }, 'unreachable'],
    [{ RCPT: '450 full' }, 'later'],
    [{ RCPT: '550 nobody' }, 'refused'],
    [{ DATA: null }, 'unreachable'],
    [{ DATA: '451 busy' }, 'later'],
    [{ DATA: '554 no' }, 'refused'],
    [{ content: null }, 'unknown'],
    [{ content: '421 going away' }, 'unreachable'],
    [{ content: '452 full' }, 'later'],
    [{ content: '550 spam' }, 'refused'],
  ])('%j is %s', async (answers, kind) => {
    const port = await breaking(answers);
    expect(await createSmtpMailer({ ...settings, port }).send(mail, nothing)).toMatchObject({ kind });
  });

  it.each<[Record<string, string>, string, string]>([
    [{ RCPT: '421 <ada@people.example> too many' }, 'unreachable', '<***> too many'],
    [{ RCPT: '550 <Ada@People.Example>: unknown' }, 'refused', '<***>: unknown'],
    [
      { content: '452 ada@people.example, alias of b.c+d@mail.other.example, is full' },
      'later',
      '***, alias of ***, is',
    ],
    [{ content: '250 queued for ada@people.example' }, 'sent', 'queued for ***'],
  ])('says no address of people: %j', async (answers, kind, words) => {
    const port = await breaking(answers);
    const outcome = await createSmtpMailer({ ...settings, port }).send(mail, nothing);
    expect(outcome).toEqual({ kind, answer: expect.stringContaining(words) });
    expect(outcome.answer).not.toMatch(/@/);
  });
});
