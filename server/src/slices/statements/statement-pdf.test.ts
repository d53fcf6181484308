import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { lagosDate, lagosDateAndClock } from '@jara/contract/lagos-time.ts';
import { formatNaira, naira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf, shortWaits } from '../../../test/buying.ts';
import { rowsOfPages } from '../../../test/outside/pdf.ts';

const app = useTestApp({ env: { ...shortWaits } });

const titles = ['Date', 'What', 'Money in', 'Money out', 'Of which fees', 'Balance'];
/** Where the columns begin, in points from the left edge of the paper. */
const edges = [40, 128, 304, 374, 444, 494];

interface Page {
  head: string[];
  table: string[][];
  foot: string[];
}

async function pagesOf(token: string): Promise<Page[]> {
  const answer = await fetch(`${app.url}/api/v1/statement?format=pdf`, {
    headers: { 'x-auth-token': token },
  });
  const pages = rowsOfPages(Buffer.from(await answer.arrayBuffer()));
  return pages.map((rows) => {
    const texts = rows.map((row) => row.map(({ text }) => text));
    const first = texts.findIndex(([word]) => word === titles[0]);
    return {
      head: texts.slice(0, first).map((row) => row.join('|')),
      table: rows.slice(first, -1).map((row) =>
        edges.map((edge, index) =>
          row
            .filter(({ x }) => x >= edge && x < (edges[index + 1] ?? Infinity))
            .map(({ text }) => text)
            .join('|'),
        ),
      ),
      foot: texts.at(-1) ?? [],
    };
  });
}

const aTime = expect.stringMatching(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/) as string;

/** As its owner reads it in the list of transactions: what it was, and below it the reference. */
function rowsFor(transaction: Transaction): string[][] {
  const { createdAt, description, recipient, reference } = transaction;
  const { balance_Before: before, balance_After: after } = transaction;
  const what = [description, ...(recipient === null ? [] : [formatPhone(recipient)])].join(' \u00b7 ');
  const moved = (after ?? Number.NaN) - (before ?? Number.NaN);
  const [into, out] = [Math.max(moved, 0), Math.max(-moved, 0)].map((sum) =>
    sum === 0 ? '' : formatNaira(sum),
  );
  // All of it is a fee.
  const fee = description === 'Upgrade to reseller' ? out : '';
  const at = lagosDateAndClock(new Date(createdAt));
  return [
    [at, what, into ?? '', out ?? '', fee ?? '', formatNaira(after ?? Number.NaN)],
    ['', reference, '', '', '', ''],
  ];
}

describe('a statement as PDF', () => {
  it('has whose it is, its days, the sums of what moved and each movement, as the wallet has them', async () => {
    const ada = await app.make.user({ userName: 'ada_pdf', wallet: naira(5_000) });
    const airtime = { network: 1, mobile_number: numberOf('MTN', '1234'), amount: 300, force: true };
    await app.as(ada).call('buyAirtime', airtime);
    for (let count = 0; count < 30; count += 1) await app.as(ada).call('testTopUp', { amount: 100.5 });
    await app.as(ada).call('upgradeToReseller', { id: String(ada.userId), userType: 'reseller' });
    const { token } = (await app.anybody().call('login', { userName: ada.userName, password: ada.password }))
      .reply;
    const said = (await app.as({ token }).call('getStatement')).reply;
    const { transactions } = (await app.as({ token }).call('listTransactions', { limit: 100 })).reply;

    const pages = await pagesOf(token);
    const [first] = pages;
    const day = (text: string): string => lagosDate(new Date(`${text}T00:00:00+01:00`));
    const [opening, closing] = [said.openingBalance, said.closingBalance].map(formatNaira);
    expect(first?.head).toEqual([
      app.context.config.brand.name,
      expect.stringContaining(app.context.config.brand.supportEmail),
      'Wallet statement',
      'ada_pdf (ada_pdf)',
      `${day(said.from)} to ${day(said.to)}, Lagos time`,
      'Opening balance|Money in|Money out|Of which fees|Closing balance',
      [opening, '\u20a68,015.00', '\u20a61,297.00', '\u20a61,000.00', closing].join('|'),
    ]);
    expect(said).toMatchObject({ openingBalance: 0, closingBalance: 6_718, movements: 33 });

    const opened = [aTime, 'Money in', '\u20a65,000.00', '', '', '\u20a65,000.00'];
    const table = [opened, ...transactions.toReversed().flatMap(rowsFor)];
    expect(transactions).toHaveLength(32);
    expect(pages.flatMap((page) => page.table.slice(1))).toEqual(table);
    expect(pages.map((page) => page.table[0])).toEqual([titles, titles]);
    const { name } = app.context.config.brand;
    expect(pages.map(({ foot }) => foot)).toEqual(
      [1, 2].map((page) => [`${name} \u00b7 all sums in naira`, `Page ${page}`]),
    );
  });

  it('says of a period without movements that nothing moved', async () => {
    const [page] = await pagesOf((await app.make.user()).token);
    expect(page?.head.at(-1)).toBe(Array.from({ length: 5 }, () => '\u20a60.00').join('|'));
    expect(page?.table.slice(1)).toEqual([['Nothing moved in this period.', '', '', '', '', '']]);
  });
});
