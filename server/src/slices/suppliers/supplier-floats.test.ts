import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import { checkSupplierFloats, readSupplierFloats } from './supplier-floats.ts';

const app = useTestApp({
  env: { SUPPLIER_FLOAT_ALARM_NAIRA: '1000', SUPPLIER_FLOAT_TOLERANCE_NAIRA: '100000000' },
});

/** A round of the job, some minutes after the last one. */
async function later(minutes: number): Promise<number> {
  await app.context.pool.run(
    `update supplier_floats set asked_at = asked_at - make_interval(mins => $1), alarmed_at = alarmed_at - make_interval(mins => $1)`,
    [minutes],
  );
  return checkSupplierFloats(app.context);
}

const floats = async () => {
  const rows = await readSupplierFloats(app.context.pool);
  return Object.fromEntries(rows.map(({ supplier, floatKobo }) => [supplier, floatKobo]));
};

describe('floats', () => {
  it('are read from each supplier, by one process every few minutes', async () => {
    expect(await readSupplierFloats(app.context.pool)).toEqual([]);
    const rounds = await Promise.all([1, 2, 3].map(() => checkSupplierFloats(app.context)));
    expect(rounds.toSorted((one, other) => one - other)).toEqual([0, 0, 3]);
    const full = naira(50_000_000);
    expect(await floats()).toEqual({ ALARO: full, GLAD: full, VTPASS: full });
    expect(await checkSupplierFloats(app.context)).toBe(0);
  });

  it.each(['glad', 'alaro', 'vtpass'])(
    'of %s that are low are told when they become so, and hourly',
    async (simulator) => {
      const reported = async (minutes: number) => {
        await later(minutes);
        return app
          .takeErrors()
          .map((entry) => (JSON.parse(entry) as { supplier: string; float: string }).float);
      };
      await control(app, `faces/${simulator}`, { float: 999.5 });
      expect(await reported(5)).toEqual(['₦999.50']);
      expect((await floats())[simulator.toUpperCase()]).toBe(naira(1_000) - 50n);
      expect(await reported(5)).toEqual([]);
      expect(await reported(56)).toEqual(['₦999.50']);
      await control(app, `faces/${simulator}`, { float: 1_000 });
      expect(await reported(5)).toEqual([]);
      await control(app, `faces/${simulator}`, { float: 0 });
      expect(await reported(5)).toEqual(['₦0.00']);
      await control(app, `faces/${simulator}`, { float: 50_000_000 });
      expect(await reported(5)).toEqual([]);
    },
  );

  it('are told to each admin by mail while they are low, and to nobody else', async () => {
    const [boss, agent] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAgent: true })];
    await control(app, 'faces/glad', { float: 12.5 });
    await later(65);
    expect(app.takeErrors()).toHaveLength(1);
    await sendMails(app.context);
    const [mail, ...others] = mailsTo(app, boss.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Low float at GLAD');
    expect(mail?.text).toContain('GLAD holds ₦12.50 of our money.');
    expect(mail?.text).toContain('under the alarm of ₦1,000.00');
    expect(mail?.text).toContain('/profile/adminSettings');
    expect(mailsTo(app, agent.email)).toEqual([]);
    // Filled before the mail left: there is nothing to tell.
    await later(65);
    expect(app.takeErrors()).toHaveLength(1);
    await control(app, 'faces/glad', { float: 50_000_000 });
    await later(5);
    await sendMails(app.context);
    expect(mailsTo(app, boss.email)).toHaveLength(1);
  });

  it('that nobody tells stay as they were last read, and say so', async () => {
    await control(app, 'faces/glad', { down: true });
    await later(5);
    await control(app, 'faces/glad', { down: false });
    const [, glad] = await readSupplierFloats(app.context.pool);
    expect(glad).toMatchObject({ supplier: 'GLAD', floatKobo: naira(50_000_000), problem: 'connection' });
    await later(5);
    expect((await readSupplierFloats(app.context.pool)).map(({ problem }) => problem)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
