/** The kinds of security events stand in the contract and in the database: one that is added to the one alone cannot be written. */
import { securityEventKinds, securityFactors } from '@jara/contract/security-event-kinds.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('the kinds of security events', () => {
  it('are the same in the contract and in the database', async () => {
    const rows = await app.context.pool.rows<{ kind: string }>('select kind from security_event_kinds');
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(securityEventKinds));
    const { check } = await app.context.pool.get<{ check: string }>(
      `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'security_events_factor_check'`,
    );
    const factors = [...check.matchAll(/'(\w+)'::text/g)].map(([, factor]) => factor);
    expect(new Set(factors)).toEqual(new Set(securityFactors));
  });

  it('are not added to by the program, and no other is written', async () => {
    await expect(
      app.context.pool.run(`insert into security_event_kinds values ('made_up')`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      app.context.pool.run(`insert into security_events (what, outcome) values ('made_up', 'ok')`),
    ).rejects.toMatchObject({ code: '23503' });
  });
});
