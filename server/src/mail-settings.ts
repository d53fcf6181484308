/** Where mail goes out: one `SMTP_URL`, or its parts, which win over it. docs/operations.md describes each name. */

export interface MailSettings {
  smtp: {
    host: string;
    port: number;
    /** TLS from the start, TLS by STARTTLS or not at all. */
    security: 'tls' | 'starttls' | 'none';
    user: string;
    password: string;
  };
  /** The address that mails come from; the name beside it is the brand's. */
  from: string;
  /** Mails to all users that are on their way at the same time. */
  connections: number;
}

interface SettingsReader {
  problems: string[];
  optional(name: string): string | null;
  secret(name: string, sandboxValue: string): string;
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
}

const SANDBOX_PASSWORD = 'sandbox-smtp-password';
const SANDBOX_FROM = 'no-reply@jara.example';
const TLS_PORT = 465;
const SUBMISSION_PORT = 587;
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;

type Smtp = MailSettings['smtp'];

// Far from the ports of other copies.
const usualSmtpPort = (sandboxPort: number): number =>
  sandboxPort > 55_535 ? sandboxPort - 10_000 : sandboxPort + 10_000;

/** `sandboxPort` is the sandbox world's own; its mail server is elsewhere. */
export function readMailSettings(
  read: SettingsReader,
  { live, sandboxPort }: { live: boolean; sandboxPort: number },
): MailSettings {
  const fromUrl = readUrl(read);
  const sandboxSmtpPort = read.integer('SANDBOX_SMTP_PORT', usualSmtpPort(sandboxPort), 1, 65_535);
  const part = (name: string, inUrl: string | undefined, sandboxValue: string): string =>
    read.optional(name) ?? inUrl ?? (live ? read.secret(name, sandboxValue) : sandboxValue);
  const host = part('SMTP_HOST', fromUrl?.host, '127.0.0.1');
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const usual = live || fromUrl !== undefined || !isHere ? SUBMISSION_PORT : sandboxSmtpPort;
  const port = read.integer('SMTP_PORT', fromUrl?.port ?? usual, 1, 65_535);
  const password = part('SMTP_PASSWORD', fromUrl?.password, SANDBOX_PASSWORD);
  const isGiven = read.optional('SMTP_PASSWORD') !== null || fromUrl?.password !== undefined;
  if (live && isGiven && password === SANDBOX_PASSWORD) {
    read.problems.push('SMTP_PASSWORD has its sandbox value');
  }
  const from = live ? read.secret('MAIL_FROM', SANDBOX_FROM) : (read.optional('MAIL_FROM') ?? SANDBOX_FROM);
  if (!ADDRESS.test(from)) read.problems.push(`MAIL_FROM must be one e-mail address, not ${from}`);
  return {
    smtp: {
      host,
      port,
      security: readSecurity(read, fromUrl?.security ?? (isHere ? 'none' : usualSecurity(port))),
      user: part('SMTP_USER', fromUrl?.user, 'jara'),
      password,
    },
    from,
    connections: read.integer('MAIL_CONNECTIONS', 4, 1, 50),
  };
}

const usualSecurity = (port: number): Smtp['security'] => (port === TLS_PORT ? 'tls' : 'starttls');

function readSecurity({ problems, optional }: SettingsReader, usual: Smtp['security']): Smtp['security'] {
  const given = optional('SMTP_SECURE');
  if (given === null) return usual;
  if (given === 'tls' || given === 'starttls' || given === 'none') return given;
  problems.push(`SMTP_SECURE must be tls, starttls or none, not ${given}`);
  return usual;
}

interface UrlParts {
  host: string;
  port?: number;
  security?: 'tls';
  user?: string;
  password?: string;
}

/** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
function readUrl({ problems, optional }: SettingsReader): UrlParts | undefined {
  const text = optional('SMTP_URL');
  if (text === null) return undefined;
  // The text is not repeated: it may hold a password.
  const refused = 'SMTP_URL must look like smtps://user:password@host:465 or smtp://user:password@host:587';
  if (!URL.canParse(text) || !/^smtps?:\/\/./.test(text)) {
    problems.push(refused);
    return undefined;
  }
  const { protocol, hostname, port, username, password } = new URL(text);
  const isTls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    ...(isTls ? { security: 'tls' } : {}),
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}
