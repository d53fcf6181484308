/**
 * Every setting, read from the environment once. In live mode everything that is missing or still has its sandbox value is
 * collected, so that an operator sees the whole list at once. The tables that it reads are those of docs/operations.md.
 */
import { resolve } from 'node:path';
import { accessSettings } from './access-settings.ts';
import { isLoopback } from './addresses.ts';
import { brandSettings } from './brand-settings.ts';
import { checkFeesAndLimits, feesAndLimits } from './fees-and-limits.ts';
import { floodSettings } from './flood-settings.ts';
import { installationSettings, startSettings } from './installation-settings.ts';
import { refuseSharedKeys } from './keys.ts';
import { readMail } from './mail-settings.ts';
import { addressOfLoginIn, addressWithLogin } from '../platform/connections/address.ts';
import { gatewaySettings, identitySettings } from './provider-settings.ts';
import { purchaseSettings } from './purchase-settings.ts';
import { archiveFolder, retentionSettings } from './retention-settings.ts';
import { createReader, isGiven, optional, type Env } from './setting.ts';
import { readSmsSettings } from './sms-settings.ts';
import type { Start } from './start.ts';
import { readSupplierSettings } from './supplier-settings.ts';

export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The settings are not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Throws a ConfigError with every problem when the settings do not hold together. */
export function readConfig(env: Env) {
  const problems: string[] = [];
  const complain = (problem: string): void => void problems.push(problem);
  const first = createReader(env, { ...nothingKnown, complain })(startSettings);
  const mode = first.mode ?? 'sandbox';
  const { port, host } = first;
  const sandboxPort = first.sandboxPort ?? port + 1;
  const place = { live: mode === 'live', port, sandboxPort };
  const start: Start = { ...place, isForHere: isForHere(env, host), complain };
  const read = createReader(env, start);
  const { databaseUrl: ownersLogin, ...installationOfServer } = installationSettings;
  if (isGiven(env, ownersLogin.name)) complain(OWNERS_LOGIN);
  const installation = read(installationOfServer);
  const mail = readMail(read, start);
  const retention = read(retentionSettings);
  const config = {
    mode,
    host,
    port,
    ...installation,
    webhooks: { ...installation.webhooks, ownPorts: [port, sandboxPort, mail.smtp.port] },
    databaseDirectUrl: directUrlFor(installation.databaseProgramUrl, installation, complain),
    dataDir: resolve(installation.dataDir),
    brand: { ...read(brandSettings), mode },
    ...readSupplierSettings(read),
    ...read(gatewaySettings),
    ...read(purchaseSettings),
    ...read(feesAndLimits),
    ...read(accessSettings),
    retention: {
      ...retention,
      archiveFolder: archiveFolder(retention, installation.dataDir, installation.databaseProgramUrl !== null),
    },
    ...read(floodSettings),
    mail,
    ...read(identitySettings),
    ...readSmsSettings(read),
  };
  checkFeesAndLimits(config, complain);
  checkBackups(config, config.databaseProgramUrl, complain);
  if (mode === 'live' && config.databaseProgramUrl === null)
    complain('DATABASE_URL is missing, or, for a server that does not migrate, DATABASE_PROGRAM_URL');
  if (config.databaseReplicaUrl !== null && config.databaseProgramUrl === null)
    complain('DATABASE_REPLICA_URL is for a database of your own: the embedded PostgreSQL has no replica');
  if (config.role !== 'both' && config.databaseProgramUrl === null)
    complain(
      `ROLE=${config.role} is for a database of your own: no other start can use the embedded PostgreSQL`,
    );
  if (mode === 'live') checkKeys(config, complain);
  else refusePublicSandbox(config, complain);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Of what goes by the login of `url` otherwise; null where that leads to the server itself. */
function directUrlFor(
  url: string | null,
  { databaseDirectUrl }: { databaseDirectUrl: string | null },
  complain: Start['complain'],
): string | null {
  if (databaseDirectUrl === null) return null;
  if (url === null)
    complain(
      'DATABASE_DIRECT_URL is for a database of your own: nothing stands before the embedded PostgreSQL',
    );
  return url === null ? null : addressWithLogin(databaseDirectUrl, url);
}

const OWNERS_LOGIN =
  'DATABASE_URL is the login of the owner, which a server is not given. npm start migrates with it and gives the server a login of its own; ' +
  'or run npm run migrate with it, and the server with DATABASE_PROGRAM_URL alone';

/** Of what was given to whoever starts a server, what the server gets: in place of the owner's login that of the program. */
export function envOfServer(env: Env, programUrl: string): Env {
  const { databaseDirectUrl: direct } = installationSettings;
  const directUrl = createReader(env, { ...nothingKnown, complain: () => undefined })(direct);
  return {
    ...env,
    DATABASE_URL: undefined,
    DATABASE_URL_FILE: undefined,
    DATABASE_PROGRAM_URL_FILE: undefined,
    DATABASE_PROGRAM_URL: programUrl,
    DATABASE_DIRECT_URL_FILE: undefined,
    DATABASE_DIRECT_URL: directUrl === null ? undefined : addressOfLoginIn(directUrl, programUrl),
  };
}

const nothingKnown = { live: false, isForHere: false, port: 0, sandboxPort: 0 };

/** What is wrong with these settings is said when they are read with the rest. */
function isForHere(env: Env, host: string): boolean {
  const { isPublicSandbox, trustedProxies } = installationSettings;
  const read = createReader(env, { ...nothingKnown, complain: () => undefined });
  return isLoopback(host) && !read(isPublicSandbox) && read(trustedProxies) === null;
}

function checkKeys(config: Config, complain: Start['complain']): void {
  const { squad, identity, reservedAccounts, suppliers, vtpass, mail, sms } = config;
  const own = {
    SECRETS_KEY: config.secretsKey,
    COUPON_CODE_KEY: config.couponCodeKey,
    IDENTITY_HASH_KEY: identity.hashKey,
    METRICS_TOKEN: config.metricsToken,
  };
  const earlier = {
    SECRETS_KEY_PREVIOUS: config.secretsKeyPrevious,
    IDENTITY_HASH_KEY_PREVIOUS: identity.earlierHashKeys,
  };
  const others = {
    SQUAD_SECRET_KEY: squad.secretKey,
    DOJAH_SECRET_KEY: identity.secretKey,
    PAYMENTPOINT_SECRET_KEY: reservedAccounts.secretKey,
    SQUAD_SECRET_KEY_PREVIOUS: squad.previousSecretKey,
    PAYMENTPOINT_SECRET_KEY_PREVIOUS: reservedAccounts.previousSecretKey,
    PAYMENTPOINT_API_KEY: reservedAccounts.apiKey,
    GLAD_API_KEY: suppliers.GLAD.apiKey,
    ALARO_API_KEY: suppliers.ALARO.apiKey,
    VTPASS_API_KEY: vtpass?.apiKey,
    VTPASS_SECRET_KEY: vtpass?.secretKey,
    TERMII_API_KEY: sms?.apiKey,
    SMTP_PASSWORD: mail.smtp.password,
  };
  refuseSharedKeys({ own, earlier, others }, complain);
}

const PLAY = 'but this is a sandbox, with play money and users whose password is published';

function refusePublicSandbox(
  { host, publicUrl, isPublicSandbox }: Pick<Config, 'host' | 'publicUrl' | 'isPublicSandbox'>,
  complain: Start['complain'],
): void {
  if (isPublicSandbox) return;
  if (!isLoopback(host))
    complain(
      `HOST is ${host}, where other machines reach it, ${PLAY}. Leave HOST out, set MODE=live for a shop, or PUBLIC_SANDBOX=on when others ` +
        'are meant to try it',
    );
  if (!URL.canParse(publicUrl)) return;
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return;
  complain(
    `PUBLIC_URL leads to ${hostname}, ${PLAY}. Set MODE=live for a shop, or PUBLIC_SANDBOX=on when others are meant to try it there`,
  );
}

export type InstallationPlace = ReturnType<typeof readPlace>;

/** What `read` gives, unless it complains. */
function withoutComplaint<Read>(read: (complain: Start['complain']) => Read): Read {
  const problems: string[] = [];
  const result = read((problem) => void problems.push(problem));
  if (problems.length > 0) throw new ConfigError(problems);
  return result;
}

/** For tools, which need not know the rest: where the database is, and its mode; undefined when `MODE` does not say it. */
export function readPlace(env: Env) {
  return withoutComplaint((complain) => {
    const { mode } = createReader(env, { ...nothingKnown, complain })(startSettings);
    const { databaseUrl, databaseProgramUrl, databaseDirectUrl, dataDir, backups } = installationSettings;
    const read = createReader(env, { ...nothingKnown, live: mode === 'live', complain });
    const place = read({ databaseUrl, databaseProgramUrl, databaseDirectUrl, dataDir, backups });
    checkBackups(place, place.databaseUrl, complain);
    const { archive } = retentionSettings;
    const directUrl = directUrlFor(place.databaseUrl, place, complain);
    return {
      ...place,
      /** Where all tools connect. */
      databaseUrl: directUrl ?? place.databaseUrl,
      /** By way of a pooler, for who serves; null where there is none. */
      databasePooledUrl: directUrl === null ? null : place.databaseUrl,
      dataDir: resolve(place.dataDir),
      archiveFolder: archiveFolder(
        read({ archive }),
        place.dataDir,
        (place.databaseUrl ?? place.databaseProgramUrl) !== null,
      ),
      mode: mode ?? undefined,
    };
  });
}

/** For the command that says what an earlier key is still needed for. */
export const readSecretsKeys = (env: Env): { secretsKey: string; secretsKeyPrevious: string[] } =>
  withoutComplaint((complain) => {
    const { mode } = createReader(env, { ...nothingKnown, complain })(startSettings);
    const { secretsKey, secretsKeyPrevious } = installationSettings;
    const read = createReader(env, { ...nothingKnown, live: mode === 'live', complain });
    return read({ secretsKey, secretsKeyPrevious });
  });

/** For the command that hashes identities by a new key. */
export const readIdentityKeys = (env: Env): { hashKey: string; earlierHashKeys: string[] } =>
  withoutComplaint((complain) => {
    const { mode } = createReader(env, { ...nothingKnown, complain })(startSettings);
    const { hashKey, earlierHashKeys } = identitySettings.identity;
    return createReader(env, { ...nothingKnown, live: mode === 'live', complain })({
      hashKey,
      earlierHashKeys,
    });
  });

/** For the command that limits one of the staff: what everybody may do in a day. */
export const readDailyMaxima = (env: Env): Pick<Config, 'staffDailyMaximum' | 'coupons'> =>
  withoutComplaint((complain) => {
    const { mode } = createReader(env, { ...nothingKnown, complain })(startSettings);
    const { staffDailyMaximum } = accessSettings;
    const { coupons } = feesAndLimits;
    return createReader(env, { ...nothingKnown, live: mode === 'live', complain })({
      staffDailyMaximum,
      coupons,
    });
  });

const adminPassword = optional('ADMIN_PASSWORD', {
  means: 'the password of the admin that `npm run admin` makes; asked for without it',
});

/** For the command that makes an admin: the password, null when it has to be asked for, and the name of the shop, which is in none. */
export const readFirstAdmin = (env: Env): { password: string | null; brandName: string } =>
  withoutComplaint((complain) =>
    createReader(env, { ...nothingKnown, complain })({
      password: adminPassword,
      brandName: brandSettings.name,
    }),
  );

function checkBackups(
  { backups }: { backups: { folder: string | null; keyFile: string | null } },
  ownDatabase: string | null,
  complain: (problem: string) => void,
): void {
  if (backups.folder === null) return;
  if (ownDatabase !== null)
    complain(
      'BACKUP_DIR is for the embedded PostgreSQL: the one of DATABASE_URL has tools of its own for that',
    );
  if (backups.keyFile === null)
    complain('BACKUP_KEY_FILE is missing; make the file with npm run backup -- --make-key <file>');
}
