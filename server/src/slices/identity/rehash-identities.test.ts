/** IDENTITY_HASH_KEY is changed: who was verified by the earlier one is found again by the new one, and no start goes on with another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/pool.ts';
import { runProgram } from '../../../test/programs/run-program.ts';
import { readConfig } from '../../config/config.ts';
import { openPool, type Pool } from '../../platform/db.ts';
import { openProgramLogin } from '../../database/program-login.ts';
import { seed } from '../../seed/seed.ts';
import { agreeOnIdentityKeys, type IdentityKeys } from './hash-keys.ts';
import { hashNumber, hashPhone } from './hashes.ts';
import { isSamePerson } from './is-same-person.ts';
import { recordIdentity, type VerifiedIdentity } from './record-identity.ts';
import { rehashIdentities } from './rehash-identities.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `the ${name} key of 32 bytes or more`,
) as [string, string, string];
const before: IdentityKeys = { hashKey: first, earlierHashKeys: [] };
const now: IdentityKeys = { hashKey: second, earlierHashKeys: [first] };

let database: TestDatabase;
let owner: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await seed(database.url, silent, first);
  owner = openPool({ url: database.url, size: 1, role: null, log: silent });
  await agreeOnIdentityKeys(owner, before);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const said: string[] = [];
const rehash = (keys: IdentityKeys, pool = owner) =>
  pool.commit((db) => rehashIdentities(db, keys, (words) => said.push(words)));
const users = () => owner.rows<{ id: bigint; phone: string }>('select id, phone from users order by id');
const hashes = () =>
  owner.rows<Record<string, Buffer | null>>(
    'select number_hash, person_hash, phone_hash from identities union all select number_hash, null, null from identity_checks',
  );

const person = {
  firstName: 'Ada',
  middleName: null,
  lastName: 'Obi',
  dateOfBirth: '1990-02-03',
  phone: '08031234567',
};
const verified = (userId: bigint, number: string): VerifiedIdentity => ({
  ...person,
  userId,
  kind: 'bvn',
  number,
  provider: 'dojah',
  providerReference: null,
  consentedAt: new Date(),
});
const record = (keys: IdentityKeys, identity: VerifiedIdentity) =>
  owner.commit((db) => recordIdentity(db, keys, identity));

describe('a start', () => {
  it('goes on with the keys that are in use', async () => {
    await agreeOnIdentityKeys(owner, before);
    expect(await owner.rows('select layer from identity_hash_keys')).toEqual([{ layer: 1 }]);
  });

  it.each([
    ['another key', { hashKey: second, earlierHashKeys: [] }],
    ['the keys in another order', { hashKey: first, earlierHashKeys: [second] }],
    ['none of the keys of before', { hashKey: third, earlierHashKeys: [second] }],
  ])('with %s is refused', async (_what, keys) => {
    await expect(agreeOnIdentityKeys(owner, keys)).rejects.toThrow(
      /^IDENTITY_HASH_KEY is not the key by which .* were hashed/,
    );
  });

  it('with a new key is refused until what is there is hashed by it', async () => {
    await expect(agreeOnIdentityKeys(owner, now)).rejects.toThrow(/npm run admin -- rehash-identities/);
  });

  it('of the program says so in a line and ends', async () => {
    const settings = {
      MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_PROGRAM_URL: await openProgramLogin(database.url, readConfig({}).secretsKey),
      IDENTITY_HASH_KEY: second,
    };
    const { code, text } = await runProgram('main.ts', settings);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/^IDENTITY_HASH_KEY is not the key by which .*\n$/),
    ]);
  });
});

describe('the list of keys', () => {
  const app = () => openPool({ url: database.url, size: 1, role: 'jara_app', log: silent });

  it('is written by no login of the program, and by its function only while it is empty', async () => {
    const program = app();
    const keysBefore = await owner.rows('select * from identity_hash_keys');
    await expect(
      program.run(`insert into identity_hash_keys (layer, key_id) values (2, '\\x0102030405060708')`),
    ).rejects.toThrow(/permission denied/);
    await program.run('select note_identity_hash_keys($1)', [[Buffer.alloc(8, 1), Buffer.alloc(8, 2)]]);
    expect(await owner.rows('select * from identity_hash_keys')).toEqual(keysBefore);
    await program.close();
  });

  it('has what one of those said that start at once', async () => {
    await owner.run('delete from identity_hash_keys');
    const programs = Array.from({ length: 8 }, app);
    await Promise.all(programs.map((program) => agreeOnIdentityKeys(program, before)));
    expect(await owner.rows('select layer from identity_hash_keys')).toEqual([{ layer: 1 }]);
    await Promise.all(programs.map((program) => program.close()));
  });

  it('is not begun with more keys than one where something is hashed', async () => {
    await owner.run('delete from identity_hash_keys');
    await expect(agreeOnIdentityKeys(owner, now)).rejects.toThrow(/npm run admin -- rehash-identities/);
    expect(await owner.rows('select layer from identity_hash_keys')).toEqual([]);
  });

  it('has each key once', async () => {
    const twice: IdentityKeys = { hashKey: first, earlierHashKeys: [first, second] };
    await expect(agreeOnIdentityKeys(owner, twice)).rejects.toThrow(/^A key stands twice/);
    expect(await rehash(twice)).toMatch(/^A key stands twice/);
  });
});

describe('hashing by a new key', () => {
  it('is refused while another program is connected', async () => {
    const other = openPool({ url: database.url, size: 1, role: null, log: silent });
    await other.run('select');
    expect(await rehash(now)).toBe(
      'Another program is connected to this database: stop it first. Nothing was changed.',
    );
    await other.close();
  });

  it.each([
    ['the key in use', before, /by this key already/],
    [
      'others than those in use before it',
      { hashKey: third, earlierHashKeys: [second] },
      /does not begin with the keys that are in use/,
    ],
  ])('changes nothing with %s', async (_what, keys, sentence) => {
    const asBefore = await hashes();
    expect(await rehash(keys)).toMatch(sentence);
    expect(await hashes()).toEqual(asBefore);
  });

  it('finds everybody again who was verified, and leaves nothing that the earlier key alone made', async () => {
    const [ada, bola] = (await users()) as [{ id: bigint; phone: string }, { id: bigint; phone: string }];
    await record(before, verified(ada.id, '22222222222'));
    await record(before, { ...verified(bola.id, '22222222223'), dateOfBirth: null, phone: null });
    await owner.run(
      `insert into identity_checks (user_id, kind, number_hash, proved_by, sealed, consented_at, expires_at)
       values ($1, 'bvn', $2, 'details', '', now(), now() + interval '1 hour')`,
      [bola.id, hashNumber(before, 'bvn', '22222222224')],
    );
    const asBefore = await hashes();
    // As in a database that has not had the list yet.
    await owner.run('delete from identity_hash_keys');

    expect(await rehash(now)).toBeUndefined();
    expect(said).toEqual([
      expect.stringMatching(/^identities +8 rows$/),
      expect.stringMatching(/^identity_checks +1 rows$/),
    ]);
    await agreeOnIdentityKeys(owner, now);
    await expect(agreeOnIdentityKeys(owner, before)).rejects.toThrow(/is not the key/);

    const made = await hashes();
    expect(made).toHaveLength(asBefore.length);
    const texts = new Set(
      asBefore.flatMap((row) => Object.values(row).flatMap((hash) => (hash === null ? [] : [String(hash)]))),
    );
    expect(made.flatMap((row) => Object.values(row)).filter((hash) => texts.has(String(hash)))).toEqual([]);
    expect(
      await owner.get(
        'select number_hash, person_hash, phone_hash from identities where user_id = $1 and kind = $2',
        [bola.id, 'bvn'],
      ),
    ).toEqual({ number_hash: hashNumber(now, 'bvn', '22222222223'), person_hash: null, phone_hash: null });
    expect(await owner.get('select number_hash from identity_checks')).toEqual({
      number_hash: hashNumber(now, 'bvn', '22222222224'),
    });

    // The number belongs to her still, and whoever gives her phone number is taken for her.
    const [, , chidi] = await users();
    if (chidi === undefined) expect.fail('there is no third user');
    await expect(record(now, verified(chidi.id, '22222222222'))).rejects.toThrow(
      /identities_belong_to_one_user/,
    );
    expect(await isSamePerson(owner, now, ada.id, chidi.id)).toBe(false);
    await owner.run('update users set phone = $2 where id = $1', [chidi.id, person.phone]);
    expect(await isSamePerson(owner, now, ada.id, chidi.id)).toBe(true);
  });

  it('goes through more rows than it reads at once', async () => {
    const added = 2_500;
    await owner.run(
      `with made as (
         insert into users (user_name, full_name, email, phone, password_hash)
         select 'many_' || n, 'Many', 'many' || n || '@shop.example', '0816' || lpad(n::text, 7, '0'), 'none'
         from generate_series(1, ${added}) n returning id)
       insert into identities (user_id, kind, number_hash, last_four, full_name, provider, consented_at)
       select id, 'nin', sha256(id::text::bytea), '0000', 'Many', 'dojah', now() from made`,
    );
    said.length = 0;
    const then: IdentityKeys = { hashKey: third, earlierHashKeys: [first, second] };
    expect(await rehash(then)).toBeUndefined();
    expect(said[0]).toMatch(new RegExp(`^identities +${added + 8} rows$`));
    const left = await owner.get<{ count: bigint }>(
      `select count(*) from identities where number_hash = sha256(user_id::text::bytea)`,
    );
    expect(left.count).toBe(0n);
    expect(
      await owner.find('select from identities where phone_hash = $1', [hashPhone(then, person.phone)]),
    ).toBeDefined();
  });

  it('is what the command does, with the keys of the settings', async () => {
    const fourth: IdentityKeys = {
      hashKey: 'the fourth key of 32 bytes or more',
      earlierHashKeys: [first, second, third],
    };
    const settings = {
      MODE: 'sandbox',
      DATABASE_URL: database.url,
      IDENTITY_HASH_KEY: fourth.hashKey,
      IDENTITY_HASH_KEY_PREVIOUS: fourth.earlierHashKeys.join(';'),
    };
    await owner.close();
    const { code, text } = await runProgram('admin.ts', settings, ['rehash-identities']);
    owner = openPool({ url: database.url, size: 1, role: null, log: silent });
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^identities +\d+ rows\nidentity_checks +1 rows\n$/),
    ]);
    await agreeOnIdentityKeys(owner, fourth);
    expect(
      await owner.find('select from identities where phone_hash = $1', [hashPhone(fourth, person.phone)]),
    ).toBeDefined();
  });
});
