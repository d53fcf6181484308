/** The sandbox environment as a program of its own. Its settings stand in README.md. */
import { dirname, resolve } from 'node:path';
import { startSandbox } from './environment/environment.ts';
import { JournalInUse } from './environment/journal.ts';

const PARENT_CHECK_MS = 1_000;

const { env } = process;

const journalDirectory = env['SANDBOX_JOURNAL'] ?? './.jara/sandbox';

const sandbox = await startSandbox({
  host: env['SANDBOX_HOST'] ?? '127.0.0.1',
  port: wholeNumber('SANDBOX_PORT') ?? 3001,
  smtpPort: wholeNumber('SANDBOX_SMTP_PORT') ?? 13001,
  journal: { directory: journalDirectory },
  keys: given({
    glad: env['GLAD_KEY'],
    alaro: env['ALARO_KEY'],
    vtpassApi: env['VTPASS_API_KEY'],
    vtpassSecret: env['VTPASS_SECRET_KEY'],
    vtpassPublic: env['VTPASS_PUBLIC_KEY'],
    squad: env['SQUAD_SECRET_KEY'],
    squadMerchant: env['SQUAD_MERCHANT_ID'],
    dojahApp: env['DOJAH_APP_ID'],
    dojah: env['DOJAH_SECRET_KEY'],
    paymentpoint: env['PAYMENTPOINT_SECRET_KEY'],
    paymentpointApi: env['PAYMENTPOINT_API_KEY'],
    paymentpointBusiness: env['PAYMENTPOINT_BUSINESS_ID'],
    termii: env['TERMII_API_KEY'],
    smtp: env['SMTP_PASSWORD'],
  }),
  webhookUrls: {
    glad: env['GLAD_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/hooks/glad',
    alaro: env['ALARO_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/hooks/alaro',
    vtpass: env['VTPASS_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/hooks/vtpass',
    squad: env['SQUAD_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/hooks/squad',
    'reserved-accounts': env['PAYMENTPOINT_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/hooks/paymentpoint',
  },
  ...given({ publicUrl: env['SANDBOX_PUBLIC_URL'], merchantName: env['BRAND_NAME'] }),
}).catch(endInWords);
console.log(`The sandbox listens at ${sandbox.url}`);
console.log(`Its mail server listens at port ${sandbox.smtpPort}`);

function endInWords(error: unknown): never {
  const directory = dirname(resolve(journalDirectory));
  console.error(
    error instanceof JournalInUse
      ? `Another start uses the data directory ${directory}. Stop that one, or give this one a directory of its own: DATA_DIR=.jara-2 npm start`
      : error,
  );
  process.exit(1);
}

let isStopping = false;

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
watchParent(wholeNumber('SANDBOX_PARENT_PID'));

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  sandbox.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

/** Ends this program with the one that it serves, however that one ended. */
function watchParent(parentId: number | undefined): void {
  if (parentId === undefined) return;
  const isOwnParent = process.ppid === parentId;
  setInterval(() => {
    // A dead parent that nobody has buried still answers signals, but it is no longer our parent.
    if (!isRunning(parentId) || (isOwnParent && process.ppid !== parentId)) stop();
  }, PARENT_CHECK_MS).unref();
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function wholeNumber(name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** The settings that are set. */
function given<Name extends string>(
  settings: Record<Name, string | undefined>,
): Partial<Record<Name, string>> {
  const set: Partial<Record<Name, string>> = {};
  // Object.keys forgets the type of the names.
  for (const name of Object.keys(settings) as Name[]) {
    const value = settings[name];
    if (value !== undefined && value !== '') set[name] = value;
  }
  return set;
}
