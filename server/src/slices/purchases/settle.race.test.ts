import { naira } from '@jara/contract/money.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askNow,
  balanceOf,
  endsAs,
  numberOf,
  patientWaits,
  purchaseOf,
  useShop,
} from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { useSecond } from '../../../test/second.ts';
import { requeryDue } from './requery.ts';
import { handleSupplierHook } from './supplier-hook.ts';

const app = useShop({
  // Nobody is silent here; on a loaded machine an answer takes its time.
  env: patientWaits,
  timings: { slowMs: 300, processingMs: 300, reversalMs: 300, webhookRetryMs: 60_000 },
});
const second = useSecond(app);
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

let ada: TestUser;
beforeEach(async () => {
  ada = await app.make.user({ wallet: naira(100_000) });
});

const buy = async (ending: string): Promise<{ status: number; reference: string }> => {
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', ending) };
  const answer = await app.as(ada).call('buyAirtime', body);
  const { receipt } = answer.body as { receipt: { reference: string } }; // the call promises it
  return { status: answer.status, reference: receipt.reference };
};

/** Both processes ask about everything, and both hear hints about it, at the same moment. */
async function askFromAllSides(references: string[]): Promise<void> {
  const hints = references.flatMap((reference) =>
    [app.context, second.context].flatMap((context) => [
      handleSupplierHook(context, 'GLAD', { ident: `${reference}1` }),
      handleSupplierHook(context, 'ALARO', { ident: `${reference}2` }),
    ]),
  );
  await Promise.all([askNow(app), requeryDue(second.context), ...hints]);
  await Promise.all([requeryDue(app.context), requeryDue(second.context)]);
}

const openReferences = async (): Promise<string[]> => {
  const rows = await app.context.pool.rows<{ reference: string }>(
    'select reference from transactions where user_id = $1 and type = $2',
    [ada.userId, 'airtime'],
  );
  return rows.map(({ reference }) => reference);
};

describe('the answer, the requery job and the hook', () => {
  it('arrive together: each purchase is delivered once', async () => {
    let isOver = false;
    const buying = Promise.all(times(25).map(() => buy('0008'))).finally(() => (isOver = true));
    while (!isOver) {
      await askFromAllSides(await openReferences());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const { status, reference } of await buying) {
      expect(status).toBe(200);
      expect(await purchaseOf(app, reference)).toMatchObject({
        status: 'success',
        attempts: ['GLAD delivered'],
        refund: null,
      });
    }
    expect(await balanceOf(app, ada)).toBe(naira(100_000 - 25 * 495));
  });

  it('all say no: the purchase goes on once, and its money comes back once', async () => {
    const bought = await Promise.all(times(15).map(() => buy('0003')));
    const references = bought.map(({ reference }) => reference);
    await vi.waitFor(async () => {
      await Promise.all(times(4).map(() => askFromAllSides(references)));
      for (const reference of references) {
        expect(await purchaseOf(app, reference)).toMatchObject({
          status: 'failed',
          attempts: ['GLAD refused', 'ALARO refused'],
          refund: naira(495),
        });
      }
    }, 20_000);
    expect(await balanceOf(app, ada)).toBe(naira(100_000));
  });

  it('all hear that it was taken back: the money comes back once', async () => {
    const bought = await Promise.all(times(15).map(() => buy('0011')));
    const references = bought.map(({ reference }) => reference);
    await vi.waitFor(async () => {
      await Promise.all(times(4).map(() => askFromAllSides(references)));
      for (const reference of references) {
        expect(await purchaseOf(app, reference)).toMatchObject({
          status: 'refunded',
          attempts: ['GLAD reversed'],
          refund: naira(495),
        });
      }
    }, 10_000);
    expect(await balanceOf(app, ada)).toBe(naira(100_000));
  });

  it('do not let a purchase be sent twice that another process is sending', async () => {
    const [quick, slow] = [await buy('0002'), buy('0008')];
    await askFromAllSides(await openReferences());
    await endsAs(app, quick.reference, 'success');
    expect((await slow).status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(100_000 - 2 * 495));
  });
});
