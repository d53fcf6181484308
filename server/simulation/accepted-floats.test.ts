/** The oracles of a large payment to a supplier, which two of the staff accept. */
import { expect, it } from 'vitest';
import { useTestApp } from '../test/app.ts';
import { checkSupplierFloats } from '../src/slices/suppliers/supplier-floats.ts';
import { falseAnswers } from './answer-oracle.ts';
import { Choice } from './choose.ts';
import { createClient, type Operation } from './client.ts';
import { Counts } from './counts.ts';
import { floatBreaks } from './float-oracle.ts';
import { controlAt } from './installation.ts';
import { readMade } from './made.ts';
import type { Person } from './people.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000000' } });

const anAdmin = async (): Promise<Person> => ({
  ...(await app.make.user({ isAdmin: true })),
  openingKobo: 0n,
});

it('is accepted when it was confirmed, for the sum that was asked for, and the float is measured by it', async () => {
  const [admin, second] = [await anAdmin(), await anAdmin()];
  const client = createClient([app.url], new Choice(1), new Counts());
  const control = controlAt(app.sandbox.url);
  const { pool } = app.context;
  const paid = 2_000_000_000;
  await checkSupplierFloats(app.context);
  await control('faces/glad', { paidIn: paid });
  await app.owner.run(`update supplier_floats set asked_at = asked_at - interval '10 minutes'`);
  await checkSupplierFloats(app.context);
  expect(app.takeErrors()).toEqual([expect.stringContaining('₦2,000,000,000.00')]);

  const accepted = { supplierName: 'GLAD', amount: paid, reason: 'Their receipt' };
  const asked = await client.send({ call: 'acceptFloat', person: admin, input: accepted, key: 'float' });
  const input = { id: asked.body.staffRequest?._id, reason: 'I saw it' };
  const early: Operation = { ...asked, call: 'confirmStaffRequest', input, word: 'yes', key: null };
  const made = await readMade(pool, [asked]);
  expect(await falseAnswers(pool, [early], made)).toEqual([expect.stringContaining('it is waiting')]);

  const confirmed = await client.send({ call: 'confirmStaffRequest', person: second, input });
  expect([asked.word, confirmed.word]).toEqual(['accepted', 'yes']);
  const { operations } = client;
  const untrue = async (changed: readonly Operation[]) =>
    falseAnswers(pool, changed, await readMade(pool, operations));
  expect(await untrue(operations)).toEqual([]);
  expect(await untrue([{ ...asked, input: { ...accepted, amount: 1 } }])).toEqual([
    expect.stringContaining(`${paid}00 kobo wait`),
  ]);
  expect(await floatBreaks(pool, control, new Map([['glad', paid]]))).toEqual([]);
});
