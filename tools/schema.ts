/** `npm run schema`: writes server/database/schema.md from a database that is made, migrated and thrown away. */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeSchema } from '../server/src/database/describe-schema.ts';
import { startEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { removeDataDir } from '../server/src/database/embedded-postgres-files.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { schemaFolder } from '../server/src/database/schema-files.ts';

const dataDir = path.join(os.tmpdir(), `jara-schema-${process.pid}`);
const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
try {
  await migrate(postgres.url);
  await writeFile(new URL('schema.md', schemaFolder), await describeSchema(postgres.url));
} finally {
  await postgres.stop();
  removeDataDir(dataDir);
}
