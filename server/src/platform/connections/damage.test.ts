/** A damaged table or index: each call says 503 and is to be sent again, and whoever runs the database finds an error in the log. */
import { afterEach, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf } from '../../../test/buying.ts';

const app = useTestApp();

/** Whatever the program reads or writes of the contacts, of which there is one, is answered with this: what both say, and what is logged as an error. */
async function tryBoth(code: string): Promise<{ answers: unknown[]; errors: string[] }> {
  const user = app.as(await app.make.user());
  const contact = (end: string) => ({
    contactName: 'Ada',
    contactNumber: numberOf('MTN', end),
    contactNetwork: 'MTN',
  });
  await user.call('addContact', contact('0001'));
  await app.owner.run(
    `create function broken() returns boolean language plpgsql stable as $$ begin raise using errcode = '${code}'; end $$`,
  );
  await app.owner.run('create policy broken on contacts using (broken())');
  await app.owner.run('alter table contacts enable row level security');
  const answers = [await user.call('listContacts'), await user.call('addContact', contact('0002'))];
  return {
    answers: answers.map(({ status, body, headers }) => [
      status,
      (body as { code?: string }).code, // of a refusal
      headers.has('retry-after'),
    ]),
    errors: app.takeErrors().map((line) => (JSON.parse(line) as { msg: string }).msg), // of pino
  };
}

afterEach(async () => {
  await app.owner.run('alter table contacts disable row level security');
  await app.owner.run('drop policy broken on contacts');
  await app.owner.run('drop function broken');
});

const cannotNow = [
  [503, 'unavailable', true],
  [503, 'outcome_unknown', true],
];

it.each(['XX001', 'XX002'])('%s', async (code) => {
  expect(await tryBoth(code)).toEqual({
    answers: cannotNow,
    errors: ['the database failed before anything was done', 'the database failed amid a call'],
  });
});

it('a fault of PostgreSQL itself is a bug', async () => {
  const bug = [500, 'internal_error', false];
  expect(await tryBoth('XX000')).toEqual({
    answers: [bug, bug],
    errors: ['a request ended in a bug', 'a request ended in a bug'],
  });
});

it('any other trouble of the database is no error in the log', async () => {
  expect(await tryBoth('58030')).toEqual({ answers: cannotNow, errors: [] });
});
