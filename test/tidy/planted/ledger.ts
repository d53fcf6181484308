import { lines, type Planted } from './planted.ts';

export const plantedLedger: Planted[] = [
  {
    rule: 'only the ledger writes the books, and no slice writes the tables of another',
    files: {
      'server/src/ledger/post.ts': "const sql = 'update accounts set balance = $1';",
      'server/src/slices/purchases/open.ts': lines(
        '// update accounts in one commit: a comment is no statement',
        'const sql = `with a as (',
        '  select 1)',
        '  INSERT INTO entries (amount) values (1)`;',
      ),
      'server/src/slices/funding/settle-payment.ts': lines(
        "const mine = 'update payments set state = $1';",
        "const books = 'delete from postings';",
        "const others = 'update users set is_admin = true';",
        "const skip = 'select id from accounts for update skip locked';",
      ),
      'server/src/slices/accounts/forget.ts': 'const sql = `delete from ${table}`;',
      'server/src/ledger/post.test.ts': "const sql = 'update accounts set balance = 7';",
    },
    finds: [
      'server/src/slices/accounts/forget.ts:1',
      'server/src/slices/funding/settle-payment.ts:2',
      'server/src/slices/funding/settle-payment.ts:3',
      'server/src/slices/purchases/open.ts:4',
    ],
  },
  {
    rule: 'in the schema, only the functions of the ledger write the books',
    files: {
      'server/database/migrations/0001_books.sql': lines(
        '-- update accounts: a comment',
        'create trigger t before update or delete on entries for each statement execute function f();',
        'update accounts set balance = 0;',
        'create function open_purchases() returns void language plpgsql as $$',
        'begin insert into entries (amount) values (1); end $$;',
        'create function give() returns void language plpgsql as $$',
        'begin insert into entries (amount) values (1); end $$;',
      ),
    },
    finds: ['server/database/migrations/0001_books.sql:3', 'server/database/migrations/0001_books.sql:7'],
  },
  {
    rule: 'in the schema, only the functions of the ledger write the books',
    files: {
      'server/database/functions/settle_purchases.sql': lines(
        'create or replace function settle_purchases() returns void language plpgsql as $$',
        'begin insert into entries (amount) values (1); end $$;',
      ),
      'server/database/functions/give.sql': lines(
        'create or replace function give() returns void language plpgsql as $$',
        'begin update accounts set balance = 1; end $$;',
      ),
    },
    finds: ['server/database/functions/give.sql:2'],
  },
  {
    rule: 'each function of the database has one definition, in the file with its name',
    files: {
      'server/database/migrations/0002_give.sql': lines(
        '-- create function in a comment',
        'create function give() returns int language sql as $$ select 1 $$;',
      ),
      'server/database/functions/take.sql': lines(
        'create or replace function take() returns trigger language sql as $$ select 1 $$;',
        'create or replace trigger taken after insert on plans for each row execute function take();',
        'create trigger taken_twice after insert on plans for each row execute function take();',
        'create constraint trigger taken_late after insert on plans for each row execute function take();',
        'drop trigger if exists taken_anew on plans;',
        'create constraint trigger taken_anew after insert on plans for each row execute function take();',
      ),
      'server/database/functions/lend.sql':
        'create function lend() returns int language sql as $$ select 1 $$;',
      'server/database/functions/empty.sql': 'select 1;',
    },
    finds: [
      'server/database/functions/empty.sql:1',
      'server/database/functions/lend.sql:1',
      'server/database/functions/take.sql:3',
      'server/database/functions/take.sql:4',
      'server/database/migrations/0002_give.sql:2',
    ],
  },
  {
    rule: 'every table has its writers listed',
    files: {
      'server/database/migrations/0001_books.sql': lines(
        'create table accounts ();',
        'create table if not exists gifts ();',
        'create table payouts ();',
        'create table presents ();',
      ),
      // Listed by the name that a table has now.
      'server/database/migrations/0002_names.sql': lines(
        'alter table payouts rename to withdrawals;',
        'alter table presents rename to offerings;',
      ),
      'server/database/functions/lend.sql': 'create table loans ();',
    },
    finds: [
      'server/database/functions/lend.sql:1',
      'server/database/migrations/0001_books.sql:2',
      'server/database/migrations/0001_books.sql:4',
    ],
  },
  {
    rule: 'the purchase functions are called by queues.ts and settle.ts only',
    files: {
      'server/src/slices/purchases/queues.ts': "const sql = 'select open_purchases($1)';",
      'server/src/slices/purchases/buy-data.ts': "const sql = 'select settle_purchases($1)';",
    },
    finds: ['server/src/slices/purchases/buy-data.ts:1'],
  },
];
