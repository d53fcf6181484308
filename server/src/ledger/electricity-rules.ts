/** The rules of electricity: its token is the value, so a sale is not finished without it and not paid back by itself with it. */
import { idIn } from './reference-sql.ts';
import { inSlice, type Rule } from './rule.ts';

export const electricityRules: readonly Rule[] = [
  {
    rule: 'R6',
    statement: 'Prepaid electricity that is a success has its token',
    parts: [
      {
        over: 'transactions',
        breaks: `select 'purchase ' || t.id from transactions t where ${inSlice('t.id')}
          and t.type = 'electricity' and t.status = 'success' and t.product like '%-PREPAID' and cardinality(t.tokens) = 0`,
      },
    ],
  },
  {
    rule: 'R9',
    statement: 'No money went back by itself after a token was seen or a delivery was told',
    parts: [
      {
        over: 'postings',
        breaks: `select 'purchase ' || t.id || ' has ' || p.code from postings p
          join transactions t on t.id = ${idIn('p.reference')}
          where ${inSlice('p.id')} and p.code in ('purchase.return', 'purchase.reverse') and t.type = 'electricity'
            and (cardinality(t.tokens) > 0
              or exists (select from purchase_attempts a where a.transaction_id = t.id and a.delivery_reported_at is not null))`,
      },
    ],
  },
];
