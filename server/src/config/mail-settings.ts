/** Where mail goes out: one `SMTP_URL`, or its parts, which win over it. */
import { decoded } from '../platform/connections/address.ts';
import { isLoopback } from './addresses.ts';
import { oneOf, optional, secret, whole, type Reader } from './setting.ts';
import type { Start } from './start.ts';

const SANDBOX_HOST = '127.0.0.1';
const SANDBOX_USER = 'jara';
const SANDBOX_PASSWORD = 'sandbox-smtp-password';
const TLS_PORT = 465;
const SUBMISSION_PORT = 587;
const PORTS = [1, 65_535] as const;
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;
const UNLESS_IN_URL = 'needed, or in `SMTP_URL`';

export const mailSettings = {
  url: optional('SMTP_URL', {
    live: 'or its parts',
    means: '`smtps://user:password@host:465`, or `smtp://user:password@host:587`',
  }),
  host: optional('SMTP_HOST', {
    shown: `\`${SANDBOX_HOST}\``,
    live: UNLESS_IN_URL,
    means: 'the mail server',
  }),
  sandboxPort: whole('SANDBOX_SMTP_PORT', {
    default: null,
    shown: '`SANDBOX_PORT` + 10000, or a free one',
    range: PORTS,
    means: "the sandbox's mail server; the inbox is at `/inbox` of `SANDBOX_PORT`",
  }),
  port: whole('SMTP_PORT', {
    default: null,
    shown: `\`SANDBOX_SMTP_PORT\`; elsewhere \`${SUBMISSION_PORT}\``,
    range: PORTS,
    means: 'its port',
  }),
  user: optional('SMTP_USER', {
    shown: `\`${SANDBOX_USER}\``,
    live: UNLESS_IN_URL,
    means: 'not sent where the server asks nobody who they are',
  }),
  password: optional('SMTP_PASSWORD', {
    shown: `\`${SANDBOX_PASSWORD}\``,
    live: UNLESS_IN_URL,
    means: "the sandbox's mail server expects the same",
  }),
  security: oneOf('SMTP_SECURE', ['tls', 'starttls', 'none'], {
    shown: `\`tls\` at port ${TLS_PORT}, \`none\` on this machine, else \`starttls\``,
    means: '`tls` from the start, `starttls` (required, never only tried), `none`',
  }),
  from: secret('MAIL_FROM', {
    sandbox: 'no-reply@jara.example',
    isOurs: true,
    means: 'the address that mails come from; the name beside it is `BRAND_NAME`',
  }),
  connections: whole('MAIL_CONNECTIONS', {
    default: 4,
    range: [1, 50],
    means: 'mails to all users that are on their way at once; two more carry mails about accounts',
  }),
};

// Far from the ports of other copies.
const usualSmtpPort = (sandboxPort: number): number =>
  sandboxPort > 55_535 ? sandboxPort - 10_000 : sandboxPort + 10_000;

type Security = 'tls' | 'starttls' | 'none';

/** TLS from the start, TLS by STARTTLS or not at all. */
const usualSecurity = (port: number): Security => (port === TLS_PORT ? 'tls' : 'starttls');

export function readMail(read: Reader, start: Start) {
  const { live, complain } = start;
  const { from: fromSetting, ...parts } = mailSettings;
  const given = read(parts);
  const inUrl = partsOf(given.url, complain);
  const part = (name: string, value: string | undefined, sandboxValue: string): string => {
    if (value === undefined && live) complain(`${name} is missing`);
    return value ?? sandboxValue;
  };
  const host = part('SMTP_HOST', given.host ?? inUrl?.host, SANDBOX_HOST);
  const user = part('SMTP_USER', given.user ?? inUrl?.user, SANDBOX_USER);
  const ownPassword = given.password ?? inUrl?.password;
  const password = part('SMTP_PASSWORD', ownPassword, SANDBOX_PASSWORD);
  if (live && ownPassword === SANDBOX_PASSWORD) complain('SMTP_PASSWORD has its sandbox value');
  const from = read(fromSetting);
  if (!ADDRESS.test(from)) complain(`MAIL_FROM must be one e-mail address, not ${from}`);
  const isHere = isLoopback(host);
  const isSandbox = !live && inUrl === undefined && isHere;
  const sandboxPort = given.sandboxPort ?? usualSmtpPort(start.sandboxPort);
  const port = given.port ?? inUrl?.port ?? (isSandbox ? sandboxPort : SUBMISSION_PORT);
  const security = given.security ?? inUrl?.security ?? (isHere ? 'none' : usualSecurity(port));
  if (!live && !isHere)
    complain(`SMTP_HOST leads to ${host}, but the mails of a sandbox stay on this machine, in its inbox`);
  if (live && security === 'none' && !isHere)
    complain('SMTP_SECURE is none: mails and the password could be read on the way; use tls or starttls');
  return {
    smtp: { host, port, security, user, password },
    /** The address that mails come from; the name beside it is the brand's. */
    from,
    /** Mails to all users that are on their way at the same time. */
    connections: given.connections,
  };
}

interface UrlParts {
  host: string;
  port?: number;
  security?: 'tls';
  user?: string;
  password?: string;
}

/** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
function partsOf(address: string | null, complain: Start['complain']): UrlParts | undefined {
  if (address === null) return undefined;
  const login = URL.canParse(address) ? loginIn(new URL(address)) : undefined;
  if (login === undefined || !/^smtps?:\/\/./.test(address)) {
    // The text is not repeated: it may hold a password.
    complain(
      'SMTP_URL must look like smtps://user:password@host:465 or smtp://user:password@host:587, with %25 for a %',
    );
    return undefined;
  }
  const { protocol, hostname, port } = new URL(address);
  const isTls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    ...(isTls ? { security: 'tls' } : {}),
    ...login,
  };
}

/** Undefined where a `%` in it is not written as `%25`. */
function loginIn({ username, password }: URL): Pick<UrlParts, 'user' | 'password'> | undefined {
  const [user, plain] = [decoded(username), decoded(password)];
  if (user === undefined || plain === undefined) return undefined;
  return { ...(user === '' ? {} : { user }), ...(plain === '' ? {} : { password: plain }) };
}
