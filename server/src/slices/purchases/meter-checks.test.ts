/** How often somebody may ask whose meter it is, and what a company that says less is taken to say. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { balanceOf, useShop } from '../../../test/buying.ts';
import { buyElectricity, meterId, meterOf } from '../../../test/electricity.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';

const app = useShop({ env: { METER_CHECKS_PER_HOUR: '6', METER_CHECKS_PER_HOUR_BY_API_TOKEN: '8' } });

const validate = (token: string) =>
  app
    .as({ token })
    .call('validateMeter', { meterId: meterId('Ikeja'), meterNumber: meterOf('1234'), meterType: 'prepaid' });

it('is limited by the hour, and each answer says how often', async () => {
  const { token } = await app.make.user();
  for (let left = 5; left >= 0; left -= 1) {
    const { status, headers } = await validate(token);
    expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"attempts";q=6;w=3600']);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"attempts";r=${left};t=\\d+$`));
  }
  const answer = await validate(token);
  expect([answer.status, answer.refusal.code]).toEqual([429, 'too_many_requests']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
});

it('is more often for API tokens, and what they ask is not counted for the session', async () => {
  const ada = await app.make.user();
  const { apiToken } = await apiTokenOf({ app }, ada);
  for (let times = 0; times < 8; times += 1) expect((await validate(apiToken)).status).toBe(200);
  expect((await validate(apiToken)).status).toBe(429);
  expect((await validate(ada.token)).status).toBe(200);
});

it('says our minimum where the company names none, and sells it', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  await validate(ada.token);
  await app.owner.run('update meter_checks set minimum_kobo = null');
  expect((await validate(ada.token)).reply).toMatchObject({ minimumAmount: 500 });
  expect((await buyElectricity(app, ada, meterOf('1234'), { amount: 500 })).status).toBe(200);
});

it('is certainly nothing that took money where the database fails in it', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  await validate(ada.token);
  const { status, refusal } = await app.owner.commit(async (commit) => {
    await commit.run('lock table meter_checks in access exclusive mode');
    return buyElectricity(app, ada, meterOf('1234'), { amount: 500 });
  });
  expect([status, refusal.code]).toEqual([503, 'unavailable']);
  expect(await balanceOf(app, ada)).toBe(naira(1_000));
});
