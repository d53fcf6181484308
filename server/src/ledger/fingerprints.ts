/**
 * What keeps the database from breaking the rules by itself, object by object, each as a short hash of its definition: functions with
 * their bodies, triggers, constraints, indexes, and who may do what. `npm run schema` writes those of a migrated database into
 * `fingerprints.json`; the audit compares.
 */

import type { Db } from '../platform/db.ts';

const IN_PUBLIC = `'public'::regnamespace`;

/** Selects (object, definition). Names of owners stand in none of them: every installation has its own. */
const definitions = `
  select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as object,
    concat_ws('|', p.prosrc, pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proisstrict, p.prosecdef, p.proconfig::text, (
      select string_agg(coalesce(g.rolname, 'everybody') || ' ' || x.privilege_type, ',' order by coalesce(g.rolname, 'everybody'))
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x left join pg_roles g on g.oid = x.grantee
      where x.grantee <> p.proowner)) as definition
  from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = ${IN_PUBLIC}
  union all
  select 'trigger ' || t.tgname || ' of ' || c.relname, pg_get_triggerdef(t.oid) || t.tgenabled::text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${IN_PUBLIC} and not t.tgisinternal
  union all
  select 'constraint ' || k.conname || ' of ' || c.relname, pg_get_constraintdef(k.oid) || k.convalidated::text
  from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = ${IN_PUBLIC} and k.contype <> 'n'
  union all
  select 'index ' || i.relname, pg_get_indexdef(x.indexrelid) || x.indisvalid::text
  from pg_index x join pg_class i on i.oid = x.indexrelid where i.relnamespace = ${IN_PUBLIC}
  union all
  select 'rewriting of ' || c.relname, string_agg(r.rulename || ' ' || pg_get_ruledef(r.oid), ';' order by r.rulename)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = ${IN_PUBLIC} and c.relkind = 'r' group by c.relname
  union all
  select 'rights on ' || c.relname, string_agg(distinct x.grantee || ' ' || x.privilege_type, ',')
  from pg_class c cross join lateral (
    select coalesce(g.rolname, 'everybody') as grantee, a.privilege_type from aclexplode(c.relacl) a
    left join pg_roles g on g.oid = a.grantee where a.grantee <> c.relowner
    union all
    select coalesce(g.rolname, 'everybody') || ' ' || n.attname, a.privilege_type
    from pg_attribute n cross join lateral aclexplode(n.attacl) a left join pg_roles g on g.oid = a.grantee
    where n.attrelid = c.oid and a.grantee <> c.relowner) x
  where c.relnamespace = ${IN_PUBLIC} and c.relkind in ('r', 'S', 'v', 'm') group by c.relname
  union all
  select 'role jara_app', concat_ws(',', r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication, (
    select string_agg(g.rolname, ' ' order by g.rolname) from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid))
  from pg_roles r where r.rolname = 'jara_app'`;

/** Selects (object, hash). */
export const fingerprintsSql = `
  select object, left(encode(sha256(convert_to(definition, 'UTF8')), 'hex'), 16) as hash from (${definitions}) as d`;

/** As they are written into the file. */
export async function readFingerprints(db: Db): Promise<string> {
  const rows = await db.rows<{ object: string; hash: string }>(
    `select * from (${fingerprintsSql}) f order by object collate "C"`,
  );
  return `${JSON.stringify(Object.fromEntries(rows.map(({ object, hash }) => [object, hash])), null, 2)}\n`;
}
