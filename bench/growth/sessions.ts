/** Open sessions of the demo admin and of one customer. */
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';

export interface Tokens {
  admin: string;
  customer: string;
}

export interface Customer {
  userId: string;
  userName: string;
  phoneNumber: string;
  /** One of their sales. */
  transactionId: string;
}

async function openSession(client: Client, userSql: string, param: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select $1, id, now() + interval '1 day' from users where ${userSql} = $2`,
    [createHash('sha256').update(token).digest(), param],
  );
  return token;
}

export async function openSessions(
  client: Client,
  customerId: string,
): Promise<{ tokens: Tokens; customer: Customer }> {
  const { rows } = await client.query<Customer>(
    `select u.id::text as "userId", u.user_name as "userName", t.recipient as "phoneNumber", t.id::text as "transactionId"
     from users u join transactions t on t.user_id = u.id where u.id = $1 order by t.id limit 1`,
    [customerId],
  );
  const [customer] = rows;
  if (customer === undefined) throw new Error('the customer bought nothing');
  const tokens = {
    admin: await openSession(client, 'user_name', 'admin'),
    customer: await openSession(client, 'id::text', customerId),
  };
  return { tokens, customer };
}
