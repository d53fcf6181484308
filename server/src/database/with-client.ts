import { Client } from 'pg';
import { findServer } from '../platform/connections/servers.ts';

/** One connection for one piece of work, outside of any pool. When it breaks, the statement under way throws, or the next one. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: await findServer(url) });
  // It is told as an event, too, and one that nobody hears would end the program.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
