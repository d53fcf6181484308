/** PostgreSQL servers of a test's own, and streaming replicas of them, in a folder that goes when they do. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPlace, removeDataDir } from '../../src/database/embedded-postgres-files.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { withClient } from '../../src/database/with-client.ts';

export interface Servers {
  start(name: string, settings?: Record<string, string>): Promise<EmbeddedPostgres>;
  /** Copies the cluster while it serves, and lets the copy follow it. */
  startStandbyOf(primary: EmbeddedPostgres, name: string): Promise<EmbeddedPostgres>;
  /** A file in the folder of a cluster that does not run. */
  writeInto(name: string, file: string, content: string): void;
  /** Stops all of them. */
  remove(): Promise<void>;
}

export function openServers(): Servers {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-servers-'));
  fs.chmodSync(home, 0o755);
  const running: EmbeddedPostgres[] = [];

  async function start(name: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
    const options = { dataDir: path.join(home, name), durable: false, settings, log: () => undefined };
    const postgres = await startEmbeddedPostgres(options);
    running.push(postgres);
    return postgres;
  }

  function writeInto(name: string, file: string, content: string): void {
    const { folder, account } = findPlace(path.join(home, name));
    const target = path.join(folder, 'cluster', file);
    fs.writeFileSync(target, content);
    if (account) fs.chownSync(target, account.uid, account.gid);
  }

  return {
    start,
    writeInto,
    async startStandbyOf(primary, name) {
      const { folder } = findPlace(path.join(home, name));
      const label = await withClient(primary.url, async (client) => {
        await client.query(`select pg_backup_start('standby', true)`);
        for (const part of ['cluster', 'password'])
          execFileSync('cp', ['-a', path.join(primary.folder, part), path.join(folder, part)]);
        const { rows } = await client.query<{ label: string }>(
          'select labelfile as label from pg_backup_stop(false)',
        );
        return rows[0]?.label ?? '';
      });
      fs.rmSync(path.join(folder, 'cluster', 'postmaster.pid'));
      writeInto(name, 'backup_label', label);
      writeInto(name, 'standby.signal', '');
      return start(name, { primary_conninfo: primary.url });
    },
    async remove() {
      for (const postgres of running.toReversed()) await postgres.stop();
      for (const name of fs.readdirSync(home)) removeDataDir(path.join(home, name));
      fs.rmSync(home, { recursive: true });
    },
  };
}
