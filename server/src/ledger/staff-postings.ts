/** The rows of the posting table that speak of what staff decide, debit and make: money in suspense, debits, and coupons, of vendors too. */
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

const suspensePostings = {
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

const debit = {
  reference: 'd.id::text',
  isTouched: 'd.id = any(array(select id from touched))',
  since: 'd.made_at',
  actor: 'd.actor_id',
  reason: 'd.reason',
} as const;
const outOfWallet = { kind: 'wallet', owner: 'd.user_id', amount: '-d.taken_kobo', shownBy: 'd.id' } as const;

const debitPostings = {
  'debit.clawback': {
    ...debit,
    from: 'debits d',
    where: `d.kind = 'clawback'`,
    legs: [outOfWallet, { kind: 'issuance', amount: 'd.paid_kobo' }],
  },
  'debit.chargeback': {
    ...debit,
    from: 'debits d join payments y on y.transaction_id = d.source_id',
    where: `d.kind = 'chargeback'`,
    legs: [
      outOfWallet,
      { kind: 'loss', name: `'chargeback'`, amount: '-d.lost_kobo' },
      { kind: 'revenue', name: `'funding'`, amount: '-d.fee_kobo' },
      { kind: 'gateway', name: 'y.gateway', amount: 'd.paid_kobo' },
    ],
  },
} as const;

const ofCoupon = {
  from: 'coupons c',
  reference: 'c.id::text',
  isTouched: 'c.id = any(array(select id from touched))',
  since: 'c.created_at',
} as const;

const couponPostings = {
  'coupon.issue': {
    ...ofCoupon,
    legs: [
      {
        kind: { sql: 'c.paid_from' },
        owner: `case c.paid_from when 'wallet' then c.maker_id end`,
        amount: '-c.amount_kobo',
        shownBy: `case c.paid_from when 'wallet' then c.id end`,
      },
      { kind: 'coupon_liability', amount: 'c.amount_kobo' },
    ],
    actor: 'c.maker_id',
  },
  'coupon.redeem': {
    ...ofCoupon,
    where: 'c.redeemed_at is not null',
    legs: [
      { kind: 'coupon_liability', amount: '-c.amount_kobo' },
      { kind: 'wallet', owner: 'c.owner_id', amount: 'c.amount_kobo', shownBy: 'c.redeem_transaction_id' },
    ],
    actor: 'c.owner_id',
  },
  'coupon.void': {
    ...ofCoupon,
    where: 'c.voided_at is not null',
    legs: [
      { kind: 'coupon_liability', amount: '-c.amount_kobo' },
      {
        kind: { sql: 'c.paid_from' },
        owner: `case c.paid_from when 'wallet' then c.maker_id end`,
        amount: 'c.amount_kobo',
        shownBy: 'c.void_transaction_id',
      },
    ],
    actor: 'c.voided_by',
    reason: 'c.void_reason',
  },
} as const;

export const staffPostings = { ...suspensePostings, ...debitPostings, ...couponPostings };
