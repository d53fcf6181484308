import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { ask, freshSandbox, post, readJournal, temporaryDirectory } from '../../../test/sandbox.ts';
import type { Sandbox } from '../../environment/environment.ts';

function send(
  sandbox: Sandbox,
  to: string,
  changes: Record<string, unknown> = {},
  password = 'sandbox-smtp-password',
) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    auth: { user: 'jara', pass: password },
    socketTimeout: 5_000,
  });
  return transport.sendMail({
    from: 'Jara <no-reply@jara.example>',
    to,
    subject: 'Grüße & more',
    text: 'Hello ₦',
    html: '<html><head></head><body><p>Hello <b>₦</b></p></body></html>',
    ...changes,
  });
}

describe('the mail server', () => {
  it('keeps a mail with its envelope, its headers and both of its bodies, across a restart', async () => {
    const journal = { directory: temporaryDirectory() };
    const first = await freshSandbox({ journal });
    await send(first, 'ada@people.example', { messageId: '<one@jara.example>' });
    const [mail] = (await readJournal(first.url)).mails;
    expect(mail).toMatchObject({
      id: 1,
      from: 'no-reply@jara.example',
      to: 'ada@people.example',
      subject: 'Grüße & more',
      messageId: '<one@jara.example>',
      text: 'Hello ₦\n',
    });
    expect(mail?.html).toContain('<b>₦</b>');
    expect(mail?.headers).toContainEqual(['To', 'ada@people.example']);
    await first.close();
    const second = await freshSandbox({ journal });
    expect((await readJournal(second.url)).mails).toEqual([mail]);
    await send(second, 'obi@people.example');
    expect((await readJournal(second.url)).mails.map(({ id, to }) => [id, to])).toEqual([
      [1, 'ada@people.example'],
      [2, 'obi@people.example'],
    ]);
    await second.reset();
    expect((await readJournal(second.url)).mails).toEqual([]);
  });

  it('refuses for good, asks to come again twice, answers late, and drops the line, as the address says', async () => {
    const sandbox = await freshSandbox({ timings: { slowMs: 20 } });
    await expect(send(sandbox, 'refuse@people.example')).rejects.toMatchObject({ responseCode: 550 });
    for (const to of ['later@people.example', 'later.ada@people.example']) {
      await expect(send(sandbox, to)).rejects.toMatchObject({ responseCode: 451 });
      await expect(send(sandbox, to)).rejects.toMatchObject({ responseCode: 451 });
      await send(sandbox, to);
      await expect(send(sandbox, to)).rejects.toMatchObject({ responseCode: 451 });
    }
    await send(sandbox, 'slow@people.example');
    await expect(send(sandbox, 'lost-1@people.example')).rejects.toMatchObject({ code: 'ECONNECTION' });
    await send(sandbox, 'laterne@people.example');
    expect(sandbox.journal().mails.map(({ to }) => to)).toEqual([
      'later@people.example',
      'later.ada@people.example',
      'slow@people.example',
      'lost-1@people.example',
      'laterne@people.example',
    ]);
  });

  it('knows its senders by their password', async () => {
    const sandbox = await freshSandbox();
    await expect(send(sandbox, 'ada@people.example', {}, 'wrong')).rejects.toMatchObject({
      responseCode: 535,
    });
    expect(sandbox.journal().mails).toEqual([]);
  });

  it('is taken down, brought up and made to refuse like every simulator', async () => {
    const sandbox = await freshSandbox();
    await post(`${sandbox.url}/control/faces/smtp`, { down: true });
    await expect(send(sandbox, 'ada@people.example')).rejects.toMatchObject({ command: 'CONN' });
    await post(`${sandbox.url}/control/faces/smtp`, { down: false, failPercent: 100 });
    await expect(send(sandbox, 'ada@people.example')).rejects.toMatchObject({ responseCode: 550 });
    await post(`${sandbox.url}/control/faces/smtp`, { failPercent: 0 });
    await send(sandbox, 'ada@people.example');
    expect(sandbox.journal().mails).toHaveLength(1);
  });
});

describe('the inbox', () => {
  it('lists the mails and shows one as text and as fenced-in HTML', async () => {
    const sandbox = await freshSandbox();
    expect((await ask(`${sandbox.url}/inbox`)).text).toContain('No mail came yet');
    await send(sandbox, 'ada@people.example', {
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(2)>',
    });
    const list = await ask(`${sandbox.url}/inbox`);
    expect(list.text).toContain('href="/inbox/1"');
    expect(list.text).toContain('&#60;script&#62;alert(1)');
    const mail = await ask(`${sandbox.url}/inbox/1`);
    expect(mail.text).toContain('&#60;img src=x onerror=alert(2)&#62;');
    expect(mail.text).not.toContain('<script>alert');
    const response = await fetch(`${sandbox.url}/inbox/1/html`);
    expect(response.headers.get('content-security-policy')).toContain('sandbox allow-popups');
    expect(response.headers.get('content-security-policy')).not.toContain('allow-scripts');
    expect(await response.text()).toContain('<head><base target="_blank"></head>');
    expect((await ask(`${sandbox.url}/inbox/2`)).status).toBe(404);
    expect((await ask(`${sandbox.url}/`)).text).toContain('ada@people.example');
  });

  it('is for this machine only', async () => {
    const sandbox = await freshSandbox();
    const { status } = await ask(`${sandbox.url}/inbox`, { headers: { origin: 'https://evil.example' } });
    expect(status).toBe(403);
  });
});
