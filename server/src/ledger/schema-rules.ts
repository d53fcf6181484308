/** The rules of what guards the books inside the database, and of what somebody may do. */
import fingerprints from './fingerprints.json' with { type: 'json' };
import { fingerprintsSql } from './fingerprints.ts';
import type { Rule } from './rule.ts';

const expected = JSON.stringify(fingerprints).replaceAll("'", "''");

export const schemaRules: readonly Rule[] = [
  {
    rule: 'R4',
    statement: 'Functions, triggers, constraints, indexes and rights are those that the migrations made',
    breaks: `select coalesce(made.object, found.object) || case
          when found.object is null then ' is gone' when made.object is null then ' is not ours' else ' is another' end
      from jsonb_each_text('${expected}'::jsonb) as made(object, hash)
      full join (${fingerprintsSql}) as found on found.object = made.object
      where found.hash is distinct from made.hash`,
  },
  {
    rule: 'R24',
    statement: 'What everybody may do, and every special price, is what was recorded last',
    breaks: `select subject || ' is ' || coalesce(now.state, 'nothing') || ', recorded was ' || coalesce(recorded.state, 'nothing')
      from (
        select 'user ' || id as subject, concat_ws(', ', user_type, case when is_admin then 'admin' end,
          case when is_agent then 'agent' end, case when is_coupon_vendor then 'coupon vendor' end) as state from users
        union all
        select 'special price ' || user_id || ' ' || product, price_kobo::text from special_prices) as now
      full join (
        select distinct on (subject) subject, state from recorded_rights order by subject, id desc) as recorded using (subject)
      where now.state is distinct from recorded.state`,
  },
];
