import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { rowsOfPages } from '../../../test/outside/pdf.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const formats = ['json', 'csv', 'pdf'] as const;

/** What its bytes say, as far as they say it in letters: of a PDF that is the title. */
async function textOf(token: string, query: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${app.url}/api/v1/statement?${query}`, { headers: { 'x-auth-token': token } });
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
}

/** Somebody with movements, and the reference of one. */
async function aBuyer(): Promise<TestUser & { reference: string }> {
  const ada = await app.make.user();
  const { receipt } = (await app.as(ada).call('testTopUp', { amount: 700 })).reply;
  return { ...ada, reference: receipt.reference };
}

const tokenOf = async (ada: TestUser, scope: string): Promise<string> =>
  (await app.as(ada).call('createApiToken', { name: scope, password: ada.password, scopes: [scope] })).reply
    .apiToken;

describe('a statement', () => {
  it.each([
    ['an agent', { isAgent: true }],
    ['an admin', { isAdmin: true }],
    ['a user', {}],
  ])('is of %s who asks, whomever they name, so that no read of another is on record', async (_, rights) => {
    const ada = await aBuyer();
    const asking = await app.make.user({ ...rights, wallet: naira(300) });
    const names = {
      userName: ada.userName,
      user: ada.userName,
      userId: String(ada.userId),
      id: String(ada.userId),
    };
    const named = String(new URLSearchParams(names));
    const json = await textOf(asking.token, `format=json&${named}`);
    expect(JSON.parse(json.text)).toMatchObject({ closingBalance: 300, movements: 1 });
    const csv = await textOf(asking.token, `format=csv&${named}`);
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .map((row) => row.split('","').at(-2)),
    ).toEqual(['Balance', '0', '300', '300']);
    expect(csv.text).not.toContain(ada.reference);
    const pdf = await textOf(asking.token, `format=pdf&${named}`);
    expect(pdf.text).toContain(`(Wallet statement of ${asking.userName})`);
    expect(pdf.text).not.toContain(ada.userName);
    expect(
      await app.owner.rows('select call from staff_reads where reader_id = $1', [asking.userId]),
    ).toEqual([]);
  });

  it.each(formats)('comes as %s to its owner, and to a token of theirs that reads', async (format) => {
    const ada = await aBuyer();
    expect((await textOf(ada.token, `format=${format}`)).status).toBe(200);
    expect((await textOf(await tokenOf(ada, 'read'), `format=${format}`)).status).toBe(200);
    expect((await textOf(await tokenOf(ada, 'buy'), `format=${format}`)).status).toBe(403);
    expect((await textOf('', `format=${format}`)).status).toBe(401);
  });

  it('has as CSV the movements of its owner', async () => {
    const [ada, bola] = [await aBuyer(), await aBuyer()];
    const { text } = await textOf(ada.token, 'format=csv');
    expect(text).toContain(ada.reference);
    expect(text).not.toContain(bola.reference);
  });

  it.each(
    formats.flatMap((format) => [
      [format, 'from=2026-02-30', 'Enter the day as YYYY-MM-DD'],
      [format, 'to=yesterday', 'Enter the day as YYYY-MM-DD'],
      [format, 'from=2026-05-02&to=2026-05-01', 'The last day is before the first one'],
    ]),
  )('is refused as %s of %s, in words', async (format, period, msg) => {
    const { token } = await app.make.user();
    const { status, text } = await textOf(token, `format=${format}&${period}`);
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ msg })]);
  });

  it.each(formats)('as %s may be of all the time that there was, and of before', async (format) => {
    const ada = await aBuyer();
    const { status, text } = await textOf(ada.token, `format=${format}&from=1970-01-01`);
    expect(status).toBe(200);
    if (format === 'json')
      expect(JSON.parse(text)).toMatchObject({ from: '1970-01-01', openingBalance: 0, closingBalance: 700 });
    else if (format === 'csv') expect(text).toContain(ada.reference);
    else expect(JSON.stringify(rowsOfPages(Buffer.from(text, 'latin1')))).toContain(ada.reference);
  });

  it('of days that are still to come ends today', async () => {
    const ada = await aBuyer();
    const { from, to } = (await app.as(ada).call('getStatement', {})).reply;
    const { reply } = await app.as(ada).call('getStatement', { from, to: '2999-01-01' });
    expect(reply).toMatchObject({ from, to, closingBalance: 700 });
  });
});
