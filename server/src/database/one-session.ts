/** One connection of its own, for what begins in a session and ends in it. */
import { Client } from 'pg';
import { findServer } from '../platform/connections/servers.ts';

/** Runs a statement and gives its rows. */
export type Ask = <Row>(sql: string, params?: readonly unknown[]) => Promise<Row[]>;

export async function inOneSession<Result>(
  url: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: await findServer(url), application_name: 'jara' });
  // Without a listener a connection that breaks between two statements ends the process; the next statement says so as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async <Row>(sql: string, params: readonly unknown[] = []) => {
      const { rows } = await client.query(sql, [...params]);
      return rows as Row[]; // the statement and the row type stand side by side at the caller
    });
  } finally {
    await client.end();
  }
}
