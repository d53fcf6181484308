/**
 * Every setting, read from the environment once. In live mode everything that is missing or still has its sandbox value is
 * collected, so that an operator sees the whole list at once. The tables that it reads are those of docs/operations.md.
 */
import { resolve } from 'node:path';
import { accessSettings } from './access-settings.ts';
import { brandSettings } from './brand-settings.ts';
import { checkFeesAndLimits, feesAndLimits } from './fees-and-limits.ts';
import { floodSettings } from './flood-settings.ts';
import { installationSettings, startSettings } from './installation-settings.ts';
import { readMail } from './mail-settings.ts';
import { gatewaySettings, identitySettings } from './provider-settings.ts';
import { purchaseSettings } from './purchase-settings.ts';
import { createReader, type Env, type Start } from './setting.ts';
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
  const first = createReader(env, { live: false, port: 0, sandboxPort: 0, complain })(startSettings);
  const mode = first.mode ?? 'sandbox';
  const { port } = first;
  const start: Start = { live: mode === 'live', port, sandboxPort: first.sandboxPort ?? port + 1, complain };
  const read = createReader(env, start);
  const installation = read(installationSettings);
  const config = {
    mode,
    port,
    ...installation,
    dataDir: resolve(installation.dataDir),
    brand: { ...read(brandSettings), mode },
    ...readSupplierSettings(read),
    ...read(gatewaySettings),
    ...read(purchaseSettings),
    ...read(feesAndLimits),
    ...read(accessSettings),
    ...read(floodSettings),
    mail: readMail(read, start),
    ...read(identitySettings),
  };
  checkFeesAndLimits(config, complain);
  checkBackups(config, complain);
  if (config.databaseReplicaUrl !== null && config.databaseUrl === null)
    complain('DATABASE_REPLICA_URL is for a database of your own: the embedded PostgreSQL has no replica');
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

export type InstallationPlace = ReturnType<typeof readPlace>;

/** For tools, which need not know the rest: where the database is, and its mode; undefined when `MODE` does not say it. */
export function readPlace(env: Env) {
  const problems: string[] = [];
  const complain = (problem: string): void => void problems.push(problem);
  const unknown = { live: false, port: 0, sandboxPort: 0, complain };
  const { mode } = createReader(env, unknown)(startSettings);
  const { databaseUrl, dataDir, backups } = installationSettings;
  const read = createReader(env, { ...unknown, live: mode === 'live' });
  const place = read({ databaseUrl, dataDir, backups });
  checkBackups(place, complain);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...place, dataDir: resolve(place.dataDir), mode: mode ?? undefined };
}

function checkBackups(
  {
    backups,
    databaseUrl,
  }: { backups: { folder: string | null; keyFile: string | null }; databaseUrl: string | null },
  complain: (problem: string) => void,
): void {
  if (backups.folder === null) return;
  if (databaseUrl !== null)
    complain(
      'BACKUP_DIR is for the embedded PostgreSQL: the one of DATABASE_URL has tools of its own for that',
    );
  if (backups.keyFile === null)
    complain('BACKUP_KEY_FILE is missing; make the file with npm run backup -- --make-key <file>');
}
