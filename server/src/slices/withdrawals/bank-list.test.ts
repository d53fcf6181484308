import { HOUR_MS } from '@jara/contract/time-units.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { BanksAnswer, PayoutBank } from '../../outside/banks/banks.ts';
import { createSquadPayouts } from '../../outside/banks/squad-payouts.ts';
import { createBankList } from './bank-list.ts';

const log = pino({ level: 'silent' });
const squad = createSquadPayouts({ baseUrl: 'http://127.0.0.1:9', secretKey: 'k', merchantId: 'M' });

/** A provider that has such a call, unlike Squad, and answers it in turn. */
function provider(answers: BanksAnswer[]): { payouts: PayoutBank; asked: () => number } {
  let asked = 0;
  const listBanks = (): Promise<BanksAnswer> => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return answer === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(answer);
  };
  return { payouts: { ...squad, listBanks }, asked: () => asked };
}
const listed = (...names: string[]): BanksAnswer => ({
  outcome: 'told',
  banks: names.map((bankName, n) => ({ bankName, bankCode: `00000${n}` })),
});

describe('the list of banks', () => {
  it('is the known one where the provider has none', async () => {
    const banks = await createBankList(squad, log).read();
    expect(banks).toContainEqual({ bankName: 'GTBank', bankCode: '000013' });
    expect(new Set(banks.map(({ bankCode }) => bankCode)).size).toBe(banks.length);
    expect(banks.every(({ bankCode }) => /^\d{6}$/.test(bankCode))).toBe(true);
  });

  it('is read once a day, by name', async () => {
    let nowMs = 0;
    const { payouts, asked } = provider([listed('Zenith', 'Access'), listed('Kuda')]);
    const list = createBankList(payouts, log, () => nowMs);
    const [banks] = await Promise.all([list.read(), list.read()]);
    expect(banks.map(({ bankName }) => bankName)).toEqual(['Access', 'Zenith']);
    nowMs = 23 * HOUR_MS;
    await list.read();
    expect(asked()).toBe(1);
    nowMs = 24 * HOUR_MS;
    expect((await list.read()).map(({ bankName }) => bankName)).toEqual(['Kuda']);
  });

  it('stays when the provider does not answer, and is asked for again soon', async () => {
    let nowMs = 0;
    const { payouts, asked } = provider([
      listed('Access'),
      { outcome: 'unknown', reason: 'timeout' },
      listed(),
    ]);
    const list = createBankList(payouts, log, () => nowMs);
    await list.read();
    nowMs = 25 * HOUR_MS;
    expect((await list.read()).map(({ bankName }) => bankName)).toEqual(['Access']);
    await list.read();
    expect(asked()).toBe(2);
    nowMs += 61_000;
    expect((await list.read()).map(({ bankName }) => bankName)).toEqual(['Access']);
    expect(asked()).toBe(3);
  });

  it('is the known one as long as nothing else was ever read', async () => {
    const { payouts } = provider([{ outcome: 'unknown', reason: 'timeout' }]);
    expect(await createBankList(payouts, log).read()).toHaveLength(40);
  });
});
