import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { askNow, balanceOf, control, endsAs, purchaseOf, useShop } from '../../../test/buying.ts';
import {
  buyElectricity,
  meterOf,
  receiptOf,
  routeElectricity,
  tokensInJournal,
} from '../../../test/electricity.ts';

/** Each supplier sells for a company of its own here, so that each outcome is seen at each of them. */
const app = useShop({
  timings: { processingMs: 400, slowMs: 200, tokenMs: 1_500, reversalMs: 300, webhookRetryMs: 50 },
});
const shelf = [
  { supplier: 'GLAD', disco: 'Ikeja' },
  { supplier: 'ALARO', disco: 'Port Harcourt' },
  { supplier: 'VTPASS', disco: 'Kano' },
] as const;

beforeAll(async () => {
  for (const { supplier, disco } of shelf) await routeElectricity(app, disco, [supplier]);
});

const wallet = naira(5_000);
const price = naira(2_050);

describe.each(shelf)('$supplier', ({ supplier, disco }) => {
  it.each(['1234', '0008'])('%s is delivered, with the token that the supplier made', async (ending) => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf(ending);
    const answer = await buyElectricity(app, ada, meter, { disco });
    expect(answer.status).toBe(200);
    const { msg, receipt } = answer.reply;
    const [token = ''] = tokensInJournal(app, meter);
    expect(token).toMatch(/^\d{20}$/);
    expect(receipt).toMatchObject({
      trans_Type: 'electricity',
      trans_Status: 'success',
      trans_Network: disco,
      product: `${disco.replace(' ', '-').toUpperCase()}-PREPAID`,
      recipient: meter,
      charge: 2_050,
      faceValue: 2_000,
      token,
      tokens: [token],
      units: '29.4',
      balance_After: 2_950,
    });
    expect(msg).toBe(`Your token is ${token.replace(/(\d{4})(?=\d)/g, '$1-')}, 29.4 kWh`);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      attempts: [`${supplier} delivered`],
      cost: naira(1_980),
    });
    const { receipt: later } = (await app.as(ada).call('getTransaction', { id: receipt._id })).reply;
    expect(later).toEqual(receipt);
  });

  it('a postpaid account is paid without a token', async () => {
    const ada = await app.make.user({ wallet });
    const { receipt, msg } = (
      await buyElectricity(app, ada, meterOf('1234'), { disco, meterType: 'postpaid' })
    ).reply;
    expect(receipt).toMatchObject({ trans_Status: 'success', token: null, tokens: [], units: null });
    expect(msg).toContain('was paid to meter');
  });

  it('a meter that awaits its key change gets three tokens, in the order in which they are entered', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234', '77');
    const { receipt, msg } = (await buyElectricity(app, ada, meter, { disco })).reply;
    expect(receipt.tokens).toHaveLength(3);
    expect(receipt.tokens).toEqual(tokensInJournal(app, meter));
    expect(msg).toContain('one after the other');
  });

  it.each(['0001', '0010'])('%s is refused: 422, and the money is back', async (ending) => {
    const ada = await app.make.user({ wallet });
    const answer = await buyElectricity(app, ada, meterOf(ending), { disco });
    expect([answer.status, answer.refusal.code]).toEqual([422, 'supplier_refused']);
    expect(receiptOf(answer)).toMatchObject({ trans_Status: 'failed', tokens: [] });
    expect(await balanceOf(app, ada)).toBe(wallet);
  });

  it.each([
    ['0002', 'success', 'delivered'],
    ['0003', 'failed', 'refused'],
    ['0004', 'success', 'delivered'],
    ['0005', 'failed', 'refused'],
    ['0006', 'success', 'delivered'],
    ['0007', 'failed', 'refused'],
  ])('%s is paid (202), and ends as %s', async (ending, status, state) => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf(ending);
    const answer = await buyElectricity(app, ada, meter, { disco });
    expect([answer.status, answer.reply.receipt.trans_Status]).toEqual([202, 'pending']);
    const row = await endsAs(app, answer.reply.receipt.reference, status);
    expect(row.attempts).toEqual([`${supplier} ${state}`]);
    expect(await balanceOf(app, ada)).toBe(status === 'failed' ? wallet : wallet - price);
    const { receipt } = (await app.as(ada).call('getTransaction', { id: answer.reply.receipt._id })).reply;
    expect(receipt.tokens).toEqual(tokensInJournal(app, meter));
    expect(receipt.tokens).toHaveLength(status === 'failed' ? 0 : 1);
  });

  it('0009 stays pending, however often it is asked about', async () => {
    const ada = await app.make.user({ wallet });
    const { receipt } = (await buyElectricity(app, ada, meterOf('0009'), { disco })).reply;
    for (let round = 0; round < 3; round += 1) await askNow(app);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      status: 'pending',
      attempts: [`${supplier} unknown`],
    });
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });

  it('0012 is delivered at once but finished when the token is there', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('0012');
    const answer = await buyElectricity(app, ada, meter, { disco });
    expect([answer.status, answer.reply.receipt.trans_Status, answer.reply.receipt.tokens]).toEqual([
      202,
      'pending',
      [],
    ]);
    const { reference } = answer.reply.receipt;
    await askNow(app);
    expect(await purchaseOf(app, reference)).toMatchObject({ status: 'pending', refund: null });
    await endsAs(app, reference, 'success');
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.tokens).toEqual(tokensInJournal(app, meter));
    expect(receipt.units).toBe('29.4');
  });

  it('0012 for a postpaid account has nothing to wait for', async () => {
    const ada = await app.make.user({ wallet });
    const answer = await buyElectricity(app, ada, meterOf('0012'), { disco, meterType: 'postpaid' });
    expect(answer.status).toBe(200);
  });

  it('0011 is taken back after its token was told: nothing returns by itself, and staff are told once', async () => {
    const ada = await app.make.user({ wallet });
    const { receipt } = (await buyElectricity(app, ada, meterOf('0011'), { disco })).reply;
    expect(receipt.tokens).toHaveLength(1);
    // The hook of the reversal is the hint; asking again and again changes nothing more.
    const errors: string[] = [];
    await vi.waitFor(
      async () => {
        await askNow(app);
        errors.push(...app.takeErrors());
        expect(errors).not.toEqual([]);
      },
      { timeout: 10_000 },
    );
    await askNow(app);
    expect([...errors, ...app.takeErrors()]).toEqual([
      expect.stringContaining('staff must decide, nothing was returned'),
    ]);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      status: 'success',
      attempts: [`${supplier} delivered`],
      refund: null,
    });
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });

  it('0011 for a postpaid account returns the money', async () => {
    const ada = await app.make.user({ wallet });
    const answer = await buyElectricity(app, ada, meterOf('0011'), { disco, meterType: 'postpaid' });
    const row = await endsAs(app, answer.reply.receipt.reference, 'refunded');
    expect(row).toMatchObject({ attempts: [`${supplier} reversed`], refund: price });
    expect(await balanceOf(app, ada)).toBe(wallet);
  });

  it('waits for a supplier that cannot be asked', async () => {
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    await app.as(ada).call('validateMeter', {
      meterId: { Ikeja: 18, 'Port Harcourt': 21, Kano: 23 }[disco],
      meterNumber: meter,
      meterType: 'prepaid',
    });
    await control(app, `faces/${supplier.toLowerCase()}`, { down: true });
    const { receipt } = (await buyElectricity(app, ada, meter, { disco })).reply;
    await askNow(app);
    expect((await purchaseOf(app, receipt.reference)).status).toBe('pending');
    await control(app, `faces/${supplier.toLowerCase()}`, { down: false });
    await endsAs(app, receipt.reference, 'failed');
    expect(await balanceOf(app, ada)).toBe(wallet);
  });
});

it('goes to the next supplier after a certain refusal, and the meter check does too when nobody answers', async () => {
  await routeElectricity(app, 'Eko', ['GLAD', 'VTPASS']);
  const ada = await app.make.user({ wallet });
  await control(app, 'faces/glad', { failPercent: 100 });
  const { receipt } = (await buyElectricity(app, ada, meterOf('1234'), { disco: 'Eko' })).reply;
  expect((await purchaseOf(app, receipt.reference)).attempts).toEqual(['GLAD refused', 'VTPASS delivered']);
  await control(app, 'faces/glad', { failPercent: 0, down: true });
  const meter = { meterId: 20, meterNumber: meterOf('1234'), meterType: 'prepaid' };
  expect((await app.as(ada).call('validateMeter', meter)).status).toBe(200);
  await control(app, 'faces/glad', { down: false });
});
