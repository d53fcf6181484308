/** How the services do, for everybody. `npm test` builds the client before it comes here. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { numberOf } from '../../test/buying.ts';

const browser = { accept: 'text/html,application/xhtml+xml' };

describe('the page of the status', () => {
  const app = useTestApp();
  const ask = (headers: Record<string, string> = browser) => fetch(`${app.url}/status`, { headers });
  const rowsOf = (text: string): string[] =>
    [...text.matchAll(/<li class="flex[^>]*>(.*?)<\/li>/gs)].map(([, row = '']) =>
      row
        .replaceAll(/<svg.*?<\/svg>/gs, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

  it('says of each service whether it is sold, works or has trouble', async () => {
    const ada = app.as(await app.make.user({ wallet: naira(10_000) }));
    const buys = (network: 'MTN' | 'GLO', lastFour: string) =>
      ada.call('buyAirtime', {
        network: { MTN: 1, GLO: 2 }[network],
        mobile_number: numberOf(network, lastFour),
        amount: 100,
      });
    for (const lastFour of ['1111', '2222', '3333']) await buys('MTN', lastFour);
    for (const lastFour of ['0001', '0001']) await buys('MTN', lastFour).catch(() => undefined);
    for (let n = 0; n < 5; n += 1) await buys('GLO', `444${n}`);
    await app.owner.run(`update services set is_open = false where name = 'GLO' and service_type = 'data'`);
    await app.context.catalogue.reload();

    const answer = await ask();
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(4 + 4 + 11);
    expect(rows[0]).toBe('MTN 40% fail');
    expect(rows.slice(0, 4)).toContain('Glo Works, usually in 1 s');
    expect(rows.slice(4, 8)).toContain('Glo Not on sale now');
    expect(rows.slice(4, 8)).toContain('MTN On sale');
    expect(text).toContain('One service has trouble');
    expect(text).toContain('MTN airtime has trouble: 4 in 10 fail. The money of those comes back at once.');
  });

  it('is written once for all who ask meanwhile, and is still good for who has it', async () => {
    const tag = (await ask()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^".{22}"$/);
    expect((await ask({ ...browser, 'if-none-match': tag })).status).toBe(304);
  });

  it('gives programs the facts of it', async () => {
    const page = (await (await ask({ accept: 'application/json' })).json()) as { services: object[] };
    expect(page.services).toContainEqual(
      expect.objectContaining({ service: 'airtime', network: 'MTN', isOpen: true }),
    );
  });
});

describe('while the database has no time', () => {
  const app = useTestApp();

  it('says so, and when to come again', async () => {
    const answer = await app.owner.commit(async (on) => {
      await on.run('lock table transactions in access exclusive mode');
      return fetch(`${app.url}/status`, { headers: browser });
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await answer.text()).toContain('The status could not be read now');
  });
});
