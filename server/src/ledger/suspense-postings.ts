/** The rows of the posting table that speak of suspense: what was put there, and what staff decided about it. */
/** SQL that selects each payment and bank transfer that was put into suspense: where it came in, the reference of its posting, what was paid. */
export const suspendedSql = `
  select 'gateway' as kind, y.gateway as name, y.gateway || ':' || y.reference as reference, y.paid_kobo, y.created_at,
    substring(t.supplier_message from '^Paid in [A-Za-z]+') as reason, y.transaction_id as failed_id
  from payments y left join transactions t on t.id = y.transaction_id where y.state = 'suspense'
  union all
  select 'reserved', b.bank, b.provider || ':' || b.provider_reference, b.paid_kobo, b.received_at, b.reason, null
  from bank_transfers b where b.state = 'suspense'`;

const decided = {
  from: `suspense_decisions d join postings s on s.id = d.posting_id and s.code = 'funding.suspense'
    join (${suspendedSql}) x on x.reference = s.reference`,
  reference: 's.reference',
  isTouched: 's.reference = any(array(select reference from touched))',
  since: 'd.decided_at',
  actor: 'd.actor_id',
  reason: 'd.reason',
} as const;
const out = { kind: 'suspense', amount: '-d.paid_kobo' } as const;
const cameInBy = { kind: { sql: 'x.kind' }, name: 'x.name' } as const;

export const suspensePostings = {
  'funding.suspense': {
    from: `(${suspendedSql}) x`,
    reference: 'x.reference',
    isTouched: 'x.reference = any(array(select reference from touched))',
    since: 'x.created_at',
    legs: [
      { ...cameInBy, amount: '-x.paid_kobo' },
      { kind: 'suspense', amount: 'x.paid_kobo' },
    ],
    reason: `replace(x.reason, 'Paid in', 'paid in')`,
  },
  'suspense.credit': {
    ...decided,
    where: `d.outcome = 'credit'`,
    legs: [
      out,
      { ...cameInBy, amount: 'd.paid_kobo - d.amount_kobo' },
      {
        kind: 'wallet',
        owner: 'd.user_id',
        amount: 'd.amount_kobo - d.fee_kobo',
        shownBy: 'd.transaction_id',
      },
      { kind: 'revenue', name: `'funding'`, amount: 'd.fee_kobo' },
    ],
  },
  'suspense.return': {
    ...decided,
    where: `d.outcome = 'return'`,
    legs: [out, { ...cameInBy, amount: 'd.paid_kobo' }],
  },
} as const;
