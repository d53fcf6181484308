import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { numberOf, purchaseOf, useShop } from '../../test/buying.ts';
import { runSql } from '../../test/run-sql.ts';
import { requeryDue } from '../slices/purchases/requery.ts';

const app = useShop({ timings: { processingMs: 100, webhookRetryMs: 60_000 } });

const send = (path: string, body: string) => fetch(`${app.url}${path}`, { method: 'POST', body });

describe("a supplier's hook", () => {
  it('that cannot be kept is refused, so that the supplier gives it again', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0002') };
    const { reference } = (await app.as(ada).call('buyAirtime', body)).reply.receipt;
    const hint = JSON.stringify({ ident: `${reference}1`, Status: 'successful' });

    await runSql(app.databaseUrl, 'alter table purchase_attempts rename to attempts_gone');
    const refused = await send('/hooks/glad', hint);
    await runSql(app.databaseUrl, 'alter table attempts_gone rename to purchase_attempts');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });

    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await send('/hooks/glad', hint)).status).toBe(200);
    await requeryDue(app.context);
    expect((await purchaseOf(app, reference)).status).toBe('success');
  });

  it('is open to everybody and tells nobody anything', async () => {
    for (const path of ['/hooks/glad', '/hooks/alaro']) {
      const answers = await Promise.all(
        ['{"ident":"JR2611210000000000001"}', '{}', ''].map(async (body) => (await send(path, body)).text()),
      );
      expect(new Set(answers)).toEqual(new Set(['{"msg":"heard"}']));
    }
  });
});
