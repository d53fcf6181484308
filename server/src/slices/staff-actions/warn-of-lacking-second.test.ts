import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { warnOfLackingSecond } from './warn-of-lacking-second.ts';

const app = useTestApp();

/** The sentences that a start with this limit logs. */
async function saidWith(aboveNaira: number): Promise<string[]> {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (written: string) => void said.push(written) });
  const { pool, config } = app.context;
  const staffSecondPerson = { ...config.staffSecondPerson, aboveNaira };
  await warnOfLackingSecond({ pool, log, config: { ...config, staffSecondPerson } });
  return said.map((written) => (JSON.parse(written) as { msg: string }).msg);
}

describe('the start of a live installation', () => {
  it('warns while one of the staff moves any sum alone, and while nobody could confirm', async () => {
    const [alone, forEver] = [
      /one of the staff moves any sum and sets any price alone/,
      /waits for ever: appoint one/,
    ];
    expect(await saidWith(0)).toEqual([expect.stringMatching(alone)]);
    // The one admin of the demo.
    expect(await saidWith(200_000)).toEqual([expect.stringMatching(forEver)]);
    await app.make.user({ isAdmin: true });
    expect(await saidWith(200_000)).toEqual([]);
    expect(await saidWith(0)).toEqual([expect.stringMatching(alone)]);
  });
});
