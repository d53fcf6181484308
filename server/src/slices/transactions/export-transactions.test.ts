import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
let agent: TestUser;
let ada: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
  ada = await app.make.user({ userName: 'ada_csv', wallet: naira(5_000) });
  await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110000', amount: 500 });
});

const download = (query: string, { token }: TestUser) =>
  fetch(`${app.url}/api/v1/transaction?format=csv&${query}`, { headers: { 'x-auth-token': token } });
const rowsOf = async (query: string, user: TestUser) =>
  (await (await download(query, user)).text()).trimEnd().split('\r\n');

const title =
  '"Date","Reference","Type","Status","Network","What","For","Amount","Balance before","Balance after"';
const lagosTime = String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00"`;

describe('the transactions as a file', () => {
  it('are, for a user, their own', async () => {
    const response = await download('userName=somebody', ada);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex'), 'the byte-order mark').toBe('efbbbf');
    const [first, row, ...rest] = bytes.subarray(3).toString().trimEnd().split('\r\n');
    expect(first).toBe(`${title},"Client reference"`);
    const cells = String.raw`"\w+","airtime","success","MTN",".*","0803 111 0000","495","5000","4505",""`;
    expect(row).toMatch(new RegExp(`^${lagosTime},${cells}$`));
    expect(rest).toEqual([]);
    const { reply } = await app.as(admin).call('listStaffActions', { actor: ada.userName });
    expect(reply.actions).toEqual([]);
  });

  it('have, for staff, user and profit, follow the filters, and are recorded', async () => {
    const [first, row, ...rest] = await rowsOf('userName=ada_csv&type=airtime', agent);
    expect(first).toBe(`${title},"User","Profit","Supplier","Client reference"`);
    expect(row).toMatch(/,"495","5000","4505","ada_csv","10","GLAD",""$/);
    expect(rest).toEqual([]);
    expect(await rowsOf('userName=ada_csv&type=data', agent)).toHaveLength(1);
    const { reply } = await app.as(admin).call('listStaffActions', { actor: agent.userName });
    expect(reply.actions[1]).toMatchObject({
      action: 'listTransactions',
      subject: 'transactions',
      after: {
        format: 'csv',
        type: 'airtime',
        isOfOneUser: true,
        isOfOneNumber: false,
        isOfOneReference: false,
      },
    });
    expect(JSON.stringify(reply.actions)).not.toContain('ada_csv');
  });

  it('have every transaction once, however many pieces they are read in', { timeout: 60_000 }, async () => {
    const many = await app.make.user({ userName: 'many_csv' });
    await app.owner.run(
      `insert into transactions (user_id, reference, type, status, description, amount_kobo)
       select $1, 'CSV' || n, 'wallet', 'failed', '=1+1', 100 from generate_series(1, 2500) n`,
      [many.userId],
    );
    const rows = (await rowsOf('', many)).slice(1);
    expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(2_500);
    expect(rows).toHaveLength(2_500);
    expect(rows[0]).toMatch(/,"CSV2500","wallet","failed","","'=1\+1","","1","","",""$/);
  });

  it('come in no other format, and refuse what the list refuses', async () => {
    expect((await app.as(ada).call('listTransactions', { format: 'pdf' })).refusal.errors).toMatchObject([
      { field: 'format' },
    ]);
    expect((await download('type=loan', ada)).status).toBe(400);
  });
});
