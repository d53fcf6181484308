import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { liveSettings } from './testing/live-settings.ts';
import { problemsOf } from './testing/problems-of.ts';

const read = (env: Record<string, string>) => readConfig(env).mail;
const { SMTP_HOST: _host, SMTP_USER: _user, SMTP_PASSWORD: _password, ...liveWithoutMail } = liveSettings;
const readLive = (env: Record<string, string>) => readConfig({ ...liveWithoutMail, ...env }).mail;
const aboutMail = (env: Record<string, string>) =>
  problemsOf(env).filter((problem) => /SMTP|MAIL/.test(problem));

describe('settings of mail', () => {
  it('lead to the sandbox when nothing is said', () => {
    expect(read({ PORT: '4000' })).toEqual({
      smtp: {
        host: '127.0.0.1',
        port: 14_001,
        security: 'none',
        user: 'jara',
        password: 'sandbox-smtp-password',
      },
      from: 'no-reply@jara.example',
      connections: 4,
    });
    expect(read({ SANDBOX_PORT: '60000' }).smtp.port).toBe(50_000);
    expect(read({ SANDBOX_SMTP_PORT: '2525' }).smtp.port).toBe(2_525);
  });

  it.each([
    [{ SMTP_URL: 'smtps://ada%40x:p%2Fw@mail.example' }, 'mail.example', 465, 'tls', 'ada@x', 'p/w'],
    [{ SMTP_URL: 'smtp://ada:pw@mail.example' }, 'mail.example', 587, 'starttls', 'ada', 'pw'],
    [{ SMTP_URL: 'smtp://ada:pw@mail.example:2525' }, 'mail.example', 2_525, 'starttls', 'ada', 'pw'],
    [{ SMTP_URL: 'smtp://ada:pw@[::1]:25' }, '::1', 25, 'none', 'ada', 'pw'],
    [
      { SMTP_HOST: 'mail.example', SMTP_USER: 'ada', SMTP_PASSWORD: 'pw' },
      'mail.example',
      587,
      'starttls',
      'ada',
      'pw',
    ],
    [
      { SMTP_HOST: 'mail.example', SMTP_PORT: '465', SMTP_USER: 'ada', SMTP_PASSWORD: 'pw' },
      'mail.example',
      465,
      'tls',
      'ada',
      'pw',
    ],
    [
      { SMTP_URL: 'smtps://ada:pw@mail.example', SMTP_USER: 'obi', SMTP_SECURE: 'starttls' },
      'mail.example',
      465,
      'starttls',
      'obi',
      'pw',
    ],
  ])('are read from %j', (env, host, port, security, user, password) => {
    expect(readLive(env).smtp).toEqual({ host, port, security, user, password });
  });

  it('must all be given in live mode, and not be those of the sandbox', () => {
    expect(aboutMail({ MODE: 'live' })).toEqual([
      'SMTP_HOST is missing',
      'SMTP_USER is missing',
      'SMTP_PASSWORD is missing',
      'MAIL_FROM is missing',
    ]);
    const url = { MODE: 'live', SMTP_URL: 'smtps://ada:pw@mail.example', MAIL_FROM: 'hello@shop.example' };
    expect(aboutMail(url)).toEqual([]);
    expect(aboutMail({ ...url, SMTP_PASSWORD: 'sandbox-smtp-password' })).toEqual([
      'SMTP_PASSWORD has its sandbox value',
    ]);
    expect(aboutMail({ ...url, SMTP_URL: 'smtps://ada:sandbox-smtp-password@mail.example' })).toEqual([
      'SMTP_PASSWORD has its sandbox value',
    ]);
    const unread: unknown = expect.stringContaining('SMTP_URL must look like smtps://');
    expect(aboutMail({ ...url, SMTP_URL: 'smtps://ada:50%off@mail.example' })).toContainEqual(unread);
    expect(aboutMail({ ...url, SMTP_URL: 'smtps://ada%:pw@mail.example' })).toContainEqual(unread);
    expect(aboutMail({ ...url, MAIL_FROM: 'no-reply@jara.example' })).toEqual([
      'MAIL_FROM has its sandbox value',
    ]);
  });

  it('may go out in clear to this machine only, and out of a sandbox not at all', () => {
    const url = { MODE: 'live', SMTP_URL: 'smtp://ada:pw@mail.example', MAIL_FROM: 'hello@shop.example' };
    expect(aboutMail({ ...url, SMTP_SECURE: 'none' })).toEqual([
      'SMTP_SECURE is none: mails and the password could be read on the way; use tls or starttls',
    ]);
    expect(aboutMail({ ...url, SMTP_URL: 'smtp://ada:pw@127.0.0.1:25', SMTP_SECURE: 'none' })).toEqual([]);
    expect(aboutMail({ ...url, SMTP_HOST: '127.example.com', SMTP_SECURE: 'none' })).toHaveLength(1);
    expect(aboutMail({ SMTP_URL: url.SMTP_URL })).toEqual([
      'SMTP_HOST leads to mail.example, but the mails of a sandbox stay on this machine, in its inbox',
    ]);
  });

  it.each([
    [{ SMTP_URL: 'mail.example' }],
    [{ SMTP_URL: 'http://ada:pw@mail.example' }],
    [{ SMTP_SECURE: 'yes' }],
    [{ SMTP_PORT: '70000' }],
    [{ MAIL_FROM: 'Shop <hello@shop.example>' }],
    [{ MAIL_FROM: 'hello@shop.example\r\nBcc: x@y.example' }],
    [{ MAIL_CONNECTIONS: '0' }],
  ])('that make no sense are named: %j', (env) => {
    expect(aboutMail(env)).toHaveLength(1);
    // What is wrong with an address is told without the password in it.
    expect(aboutMail(env).join()).not.toContain('pw@');
  });
});
