/**
 * What a login may do beyond the role of the program, found in what PostgreSQL keeps of roles. It lasts after `set role none`, so no rule about
 * the role itself sees it.
 */

/** What watches a server: it neither writes nor runs anything. All others, those of later versions too, are refused by being none of these. */
const WATCHES = ['pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables'];
const isFine = (role: string): string =>
  `${role} in (${['jara_app', ...WATCHES].map((name) => `'${name}'`).join(', ')})`;

/**
 * Selects, as `take_away`, the statements that leave `login`, an expression of SQL that names a role, with the rights of the program alone. A
 * membership is taken away where it leaves what is fine, however far it leads from there.
 */
export const powersBeyondProgram = (login: string): string => `
  select format('alter role %I no%s', r.rolname, a.name) as take_away
  from pg_roles r cross join lateral (values
    ('superuser', r.rolsuper), ('createrole', r.rolcreaterole), ('createdb', r.rolcreatedb),
    ('bypassrls', r.rolbypassrls), ('replication', r.rolreplication)) as a(name, is_there)
  where r.rolname in (${login}, 'jara_app') and a.is_there
  union
  select format('revoke %I from %I', g.rolname, r.rolname)
  from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles r on r.oid = m.member
  where not ${isFine('g.rolname')} and (r.rolname = ${login} or (${isFine('r.rolname')} and pg_has_role(${login}, r.oid, 'member')))
  union
  -- Whose the database is may do what nobody granted.
  select format('alter database %I owner to %I', d.datname, pg_get_userbyid(c.relowner))
  from pg_database d cross join pg_class c
  where d.datname = current_database() and c.oid = 'public.postings'::regclass and pg_get_userbyid(d.datdba) = ${login}
    and c.relowner <> d.datdba`;
