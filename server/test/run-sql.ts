import { Client } from 'pg';

/** Runs one statement on a connection of its own: what CREATE and DROP DATABASE need. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
