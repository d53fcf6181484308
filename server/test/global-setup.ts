import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { removeDataDir } from '../src/database/embedded-postgres-files.ts';
import { migrate } from '../src/database/migrate.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser on the database `postgres` of the run. */
    postgresUrl: string;
  }
}

const FOLDER = /^jara-test-(\d+)$/;

/** One PostgreSQL for the whole run, with a migrated database that each test file clones. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'quick')) return undefined;
  removeLeftovers();
  const dataDir = path.join(os.tmpdir(), `jara-test-${process.pid}`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  await runSql(postgres.url, 'CREATE DATABASE jara_template');
  await migrate(postgres.adminUrl('jara_template'), { mode: 'sandbox' });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    removeDataDir(dataDir);
  };
}

/** A run that was killed could not remove its cluster. */
function removeLeftovers(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeDataDir(path.join(os.tmpdir(), name));
    } catch {
      // It belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
