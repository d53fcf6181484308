/**
 * The posting table as a function of the database, which refuses by it what does not follow from a row. `npm run schema` writes it; a test
 * compares.
 */
import { expectedLegsSql } from './expected-postings.ts';
import { postingTable } from './posting-table.ts';
import { idIn } from './reference-sql.ts';

const head = `-- The legs that a posting should have by the row behind it: (kind, name, owner_id, amount). None where there is no such row. Made by
-- \`npm run schema\` from the posting table, server/src/ledger/posting-table.ts: never edit it here.
create or replace function expected_legs(p_code text, p_reference text)
returns table (kind text, name text, owner_id bigint, amount bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
`;

const touched = `select p_reference as reference, ${idIn(`split_part(p_reference, '/', 1)`)} as id, split_part(p_reference, ':', 1) as provider,
      substr(p_reference, strpos(p_reference, ':') + 1) as name`;

const branch = (code: string): string => `  if p_code = '${code}' then
    return query with touched as materialized (
      ${touched})
    select x.kind, x.name, x.owner_id, x.amount from (
      ${expectedLegsSql({ codes: [code], touched: true }).replaceAll(/\s+/g, ' ')}) x
    where x.reference = p_reference;
    return;
  end if;
`;

/** The whole file. */
export const expectedLegsFunction = (): string =>
  `${head}${Object.keys(postingTable).map(branch).join('')}  raise exception 'no posting has the code %', p_code using errcode = 'check_violation';
end $$;
`;
