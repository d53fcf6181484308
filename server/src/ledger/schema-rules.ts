/** The rules of what guards the books inside the database, and of what somebody may do. */
import fingerprints from './fingerprints.json' with { type: 'json' };
import { mayBecomeOwner, PROGRAM_NAME } from '../platform/db.ts';
import { powersBeyondProgram } from '../platform/connections/powers.ts';
import { fingerprintsSql } from './fingerprints.ts';
import { idIn } from './reference-sql.ts';
import { inSlice, type Rule } from './rule.ts';

const expected = JSON.stringify(fingerprints).replaceAll("'", "''");

export const schemaRules: readonly Rule[] = [
  {
    rule: 'R4',
    statement: 'The program cannot change or remove entries and postings',
    parts: [
      {
        over: null,
        breaks: `select t || ': ' || p from unnest(array['entries', 'postings']) t, unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p
          where has_table_privilege('jara_app', t, p) or (p = 'UPDATE' and has_any_column_privilege('jara_app', t, p))
          union all
          select guard || ' is not on guard' from (values
            ('entries', 'entries_are_append_only'), ('entries', 'entries_are_not_emptied'), ('entries', 'postings_balance'),
            ('postings', 'postings_are_append_only'), ('postings', 'postings_are_not_emptied')) as g(on_table, guard)
          where not exists (
            select from pg_trigger where tgrelid = on_table::regclass and tgname = guard and tgenabled in ('O', 'A'))`,
      },
    ],
  },
  {
    rule: 'R4',
    statement:
      'No program that serves is connected as whoever owns the books, could become it, or may more than the program',
    parts: [
      {
        over: null,
        breaks: `select 'process ' || pid || ' is connected as ' || usename from pg_stat_activity
          where datname = current_database() and application_name = '${PROGRAM_NAME}' and ${mayBecomeOwner('usename')}`,
      },
      {
        over: null,
        breaks: `select 'processes are connected as ' || s.usename || ': ' || p.take_away || ' is to be done'
          from (select distinct usename from pg_stat_activity where datname = current_database() and application_name = '${PROGRAM_NAME}') s
          cross join lateral (${powersBeyondProgram('s.usename')}) p`,
      },
    ],
  },
  {
    rule: 'R4',
    statement: 'Functions, triggers, constraints, indexes and rights are those that the migrations made',
    parts: [
      {
        over: null,
        breaks: `select coalesce(made.object, found.object) || case
              when found.object is null then ' is gone' when made.object is null then ' is not ours' else ' is another' end
          from jsonb_each_text('${expected}'::jsonb) as made(object, hash)
          full join (${fingerprintsSql}) as found on found.object = made.object
          where found.hash is distinct from made.hash`,
      },
    ],
  },
  {
    rule: 'R24',
    statement:
      'What everybody may do, every own limit of staff, and every special price, is what was recorded last',
    parts: [
      {
        over: 'users',
        breaks: stateIsRecorded(
          'users u',
          `'user ' || u.id`,
          `concat_ws(', ', u.user_type, case when u.is_admin then 'admin' end, case when u.is_agent then 'agent' end,
            case when u.is_coupon_vendor then 'coupon vendor' end)`,
          'u.id',
        ),
      },
      {
        over: 'special_prices',
        breaks: stateIsRecorded(
          'special_prices s',
          `'special price ' || s.user_id || ' ' || s.product`,
          's.price_kobo::text',
          's.user_id',
        ),
      },
      {
        over: 'staff_limits',
        breaks: stateIsRecorded(
          'staff_limits l',
          `'staff limit ' || l.user_id || ' ' || l.kind`,
          'l.limit_kobo::text',
          'l.user_id',
        ),
      },
      {
        // The other direction: what was recorded last of somebody or something that is gone.
        over: 'recorded_rights',
        breaks: `select r.subject || ' is nothing, recorded was ' || r.state from recorded_rights r
          where ${inSlice('r.id')} and r.state is not null
            and not exists (select from recorded_rights x where x.subject = r.subject and x.id > r.id)
            and not exists (select from users u where u.id = ${idIn("split_part(r.subject, ' ', 2)")} and r.subject = 'user ' || u.id)
            and not exists (
              select from special_prices s where s.user_id = ${idIn("split_part(r.subject, ' ', 3)")}
              and r.subject = 'special price ' || s.user_id || ' ' || s.product)
            and not exists (
              select from staff_limits l where l.user_id = ${idIn("split_part(r.subject, ' ', 3)")}
              and r.subject = 'staff limit ' || l.user_id || ' ' || l.kind)`,
      },
    ],
  },
  {
    rule: 'R25',
    statement:
      'What a second admin has to confirm was done once, in the commit of the confirmation by another, or not at all',
    parts: [
      {
        // By the record of staff, which is sealed: what asks and what is done carry the id of the same request to the server.
        over: 'staff_requests',
        breaks: `select 'request ' || r.id || ' is ' || r.state || ', confirmed ' || s.confirmations || ', done ' || d.times
          from staff_requests r
          cross join lateral (
            select count(*) filter (where a.action = 'confirmStaffRequest') as confirmations,
              bool_or(a.action = 'confirmStaffRequest' and a.actor_id = r.ended_by and a.done_at = r.ended_at) as by_checker,
              bool_or(a.action = 'askSecondPerson' and a.actor_id = r.maker_id and a.request_id = r.request_id
                and a.after ->> 'sumKobo' is not distinct from r.moved_kobo::text) as by_maker
            from staff_actions a where a.subject = 'request ' || r.id) s
          cross join lateral (
            select count(*) as times,
              bool_and(a.actor_id = r.maker_id and a.done_at = r.ended_at and a.moved_kobo is not distinct from r.moved_kobo) as as_asked
            from staff_actions a where a.action = r.call and a.request_id = r.request_id
              -- What is new has its number only when it is made.
              and case r.call when 'addPlan' then true when 'schedulePrices' then a.subject like 'price schedule %' else a.subject = r.subject end) d
          where ${inSlice('r.id')} and (
            s.by_maker is not true
            or case r.state
              when 'confirmed' then r.ended_by = r.maker_id or r.ended_by = any (r.user_ids)
                or (s.confirmations, s.by_checker, d.times, d.as_asked) is distinct from (1, true, 1, true)
              else s.confirmations > 0 or d.times > 0 end)`,
      },
      {
        over: 'staff_actions',
        breaks: `select 'staff action ' || a.id from staff_actions a
          where ${inSlice('a.id')} and a.action in ('askSecondPerson', 'confirmStaffRequest') and not exists (
            select from staff_requests r where r.id = ${idIn("split_part(a.subject, ' ', 2)")} and a.subject = 'request ' || r.id)`,
      },
    ],
  },
];

/** Finds, among the rows of the slice, those whose state is another than was recorded last. */
function stateIsRecorded(from: string, subject: string, state: string, id: string): string {
  return `select ${subject} || ' is ' || ${state} || ', recorded was ' || coalesce(r.state, 'nothing') from ${from}
    left join lateral (select state from recorded_rights where subject = ${subject} order by id desc limit 1) r on true
    where ${inSlice(id)} and r.state is distinct from ${state}`;
}
