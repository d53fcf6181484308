/**
 * `npm run schema`: writes the posting table as a function of the database, and then, from a database that is made, migrated and thrown away,
 * server/database/schema.md and the fingerprints of the audit.
 */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeSchema } from '../server/src/database/describe-schema.ts';
import { startEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { removeDataDir } from '../server/src/database/embedded-postgres-files.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { expectedLegsFunction } from '../server/src/ledger/expected-legs-function.ts';
import { readFingerprints } from '../server/src/ledger/fingerprints.ts';
import { createLog } from '../server/src/platform/log.ts';
import { openPool } from '../server/src/platform/db.ts';
import { schemaFolder } from '../server/src/database/schema-files.ts';

const dataDir = path.join(os.tmpdir(), `jara-schema-${process.pid}`);
const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
try {
  await writeFile(new URL('functions/expected_legs.sql', schemaFolder), expectedLegsFunction());
  await migrate(postgres.url, { mode: 'sandbox' });
  await writeFile(new URL('schema.md', schemaFolder), await describeSchema(postgres.url));
  const pool = openPool({ url: postgres.url, size: 1, role: null, log: createLog('error') });
  const file = new URL('../server/src/ledger/fingerprints.json', import.meta.url);
  await writeFile(file, await readFingerprints(pool));
  await pool.close();
} finally {
  await postgres.stop();
  removeDataDir(dataDir);
}
