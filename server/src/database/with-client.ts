import { SECOND_MS } from '@jara/contract/time-units.ts';
import { Client, type ClientConfig } from 'pg';
import { ANSWER_MS, tcpKeepAlive } from '../platform/connections/cuttable-client.ts';
import { findServer } from '../platform/connections/servers.ts';

const CONNECT_MS = 5 * SECOND_MS;

/**
 * One connection for one piece of work, outside of any pool. When it breaks, the statement under way throws, or the next one. Statements may
 * take as long as they need, as those of migrations do.
 */
export const withClient = <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
  connected(url, work, {});

/** The same for what only looks, as a start does before it goes on: a statement that is not answered throws. */
export const withImpatientClient = <Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  answerMs = ANSWER_MS,
): Promise<Result> => connected(url, work, { query_timeout: answerMs });

async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  timeouts: Pick<ClientConfig, 'query_timeout'>,
): Promise<Result> {
  const client = new Client({
    connectionString: await findServer(url),
    connectionTimeoutMillis: CONNECT_MS,
    ...tcpKeepAlive,
    ...timeouts,
  });
  // It is told as an event, too, and one that nobody hears would end the program.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
