/** The rules of what comes in and goes round beside purchases: card payments, coupons, bank transfers, upgrades, rewards and earnings; and of what staff debit. */
import { idIn, isNamedBy } from './reference-sql.ts';
import { inSlice, type Rule } from './rule.ts';

export const creditRules: readonly Rule[] = [
  {
    rule: 'R10',
    statement: 'Every payment was credited once if it is credited, and never otherwise',
    parts: [
      {
        over: 'payments',
        breaks: `select 'payment ' || y.reference || ' is ' || y.state from payments y
          where ${inSlice('y.transaction_id')} and (y.state in ('credited', 'suspense')) <> exists (
            select from postings p
            where p.code in ('funding.card', 'funding.suspense') and p.reference = y.gateway || ':' || y.reference limit 1)`,
      },
    ],
  },
  {
    rule: 'R10',
    statement:
      'Every credited payment is what the gateway says was paid, in the wallet of the user who made it',
    parts: [
      {
        over: 'payments',
        breaks: `select 'payment ' || y.reference from payments y
          cross join lateral (
            select p.id from postings p where p.code = 'funding.card' and p.reference = y.gateway || ':' || y.reference limit 1) p
          left join lateral (
            select sum(e.amount) filter (where a.kind = 'gateway') as taken, bool_or(a.kind = 'wallet' and a.user_id = y.user_id) as is_theirs
            from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
          where ${inSlice('y.transaction_id')} and (legs.taken is distinct from -y.paid_kobo or legs.is_theirs is not true)`,
      },
    ],
  },
  {
    rule: 'R5',
    statement:
      'Every coupon, upgrade, bank transfer, debit by staff and withdrawal of earnings shows as a transaction of the wallet that it moved',
    parts: [
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          join entries e on e.posting_id = p.id and ${inSlice('e.posting_id')} join accounts a on a.id = e.account_id and a.kind = 'wallet'
          left join coupons c on p.code in ('coupon.redeem', 'coupon.void') and c.id = ${idIn('p.reference')}
          left join bank_transfers b on p.code = 'funding.transfer' and ${isNamedBy('p.reference', 'b.provider', 'b.provider_reference')}
          left join lateral (
            select * from transactions t where t.user_id = a.user_id and t.id = case p.code
              when 'coupon.redeem' then c.redeem_transaction_id
              when 'coupon.void' then c.void_transaction_id
              when 'funding.transfer' then b.transaction_id
              else ${idIn('p.reference')} end limit 1) t on true
          where ${inSlice('p.id')}
            and p.code in ('coupon.issue', 'coupon.redeem', 'coupon.void', 'upgrade.fee', 'funding.transfer', 'earning.withdraw', 'debit.clawback', 'debit.chargeback')
            and (t.id is null or t.status <> 'success' or t.amount_kobo <> abs(e.amount)
              or t.type <> case p.code when 'earning.withdraw' then 'earning' else 'wallet' end
              or t.balance_before is distinct from e.balance_before or t.balance_after is distinct from e.balance_after)`,
      },
    ],
  },
  {
    rule: 'R10',
    statement:
      'Every bank transfer was credited once to the owner of its account, or put into suspense, with what was paid',
    parts: [
      {
        over: 'bank_transfers',
        breaks: `select 'bank transfer ' || b.provider || ':' || b.provider_reference || ' is ' || b.state from bank_transfers b
          left join lateral (
            select p.id from postings p where p.code = case b.state when 'credited' then 'funding.transfer' else 'funding.suspense' end
              and p.reference = b.provider || ':' || b.provider_reference limit 1) p on true
          left join reserved_accounts r on r.id = b.reserved_account_id
          left join lateral (
            select sum(e.amount) filter (where a.kind = 'reserved' and a.name = b.bank) as taken,
              bool_or(a.kind = 'wallet' and a.user_id = b.user_id and a.user_id = r.user_id) as is_theirs, bool_or(a.kind = 'wallet') as is_credit
            from entries e join accounts a on a.id = e.account_id where e.posting_id = p.id) legs on true
          where ${inSlice('b.id')} and (p.id is null or legs.taken is distinct from -b.paid_kobo
            or (b.state = 'credited') <> legs.is_theirs or (b.state = 'credited') <> legs.is_credit)`,
      },
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          where ${inSlice('p.id')} and (p.code = 'funding.transfer' or p.code = 'funding.suspense' and not exists (
              select from payments y where ${isNamedBy('p.reference', 'y.gateway', 'y.reference')}))
            and not exists (select from bank_transfers b where ${isNamedBy('p.reference', 'b.provider', 'b.provider_reference')})`,
      },
    ],
  },
  {
    rule: 'R11',
    statement:
      'Every coupon was paid for once by its maker; credited once to its owner if it was redeemed, and returned once to who paid if it was voided',
    parts: [
      {
        over: 'coupons',
        breaks: `select 'coupon ' || c.id from coupons c
          left join lateral (
            select bool_or(a.kind = c.paid_from and a.user_id is not distinct from case c.paid_from when 'wallet' then c.maker_id end
                and e.amount = -c.amount_kobo) as is_right
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
            where p.code = 'coupon.issue' and p.reference = c.id::text) made on true
          left join lateral (
            select bool_or(a.kind = 'wallet' and a.user_id = c.owner_id and e.amount = c.amount_kobo) as is_right
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
            where p.code = 'coupon.redeem' and p.reference = c.id::text) used on true
          left join lateral (
            select bool_or(a.kind = c.paid_from and a.user_id is not distinct from case c.paid_from when 'wallet' then c.maker_id end
                and e.amount = c.amount_kobo) as is_right
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
            where p.code = 'coupon.void' and p.reference = c.id::text) returned on true
          where ${inSlice('c.id')} and (made.is_right is not true
            or used.is_right is distinct from case when c.redeemed_at is not null then true end
            or returned.is_right is distinct from case when c.voided_at is not null then true end)`,
      },
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          where ${inSlice('p.id')} and p.code in ('coupon.issue', 'coupon.redeem', 'coupon.void')
            and not exists (select from coupons c where c.id = ${idIn('p.reference')})`,
      },
    ],
  },
  {
    rule: 'R11',
    statement: 'What is owed to holders of coupons is exactly the coupons that are open',
    parts: [
      {
        over: 'coupons',
        breaks: `select 'coupon ' || c.id || ', owed ' || h.held from coupons c
          cross join lateral (
            select coalesce(sum(e.amount), 0) as held
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'coupon_liability'
            where p.code in ('coupon.issue', 'coupon.redeem', 'coupon.void') and p.reference = c.id::text) h
          where ${inSlice('c.id')} and h.held <> case when c.redeemed_at is null and c.voided_at is null then c.amount_kobo else 0 end`,
      },
      {
        over: 'entries',
        breaks: `select 'entry ' || e.posting_id || '/' || e.leg from entries e
          join accounts a on a.id = e.account_id and a.kind = 'coupon_liability'
          where ${inSlice('e.posting_id')} and not exists (
            select from postings p join coupons c on c.id = ${idIn('p.reference')} and c.id::text = p.reference
            where p.id = e.posting_id and p.code in ('coupon.issue', 'coupon.redeem', 'coupon.void'))`,
      },
    ],
  },
  {
    rule: 'R15',
    statement:
      'Every referral reward was earned once, by an upgrade that was paid, and shows as a transaction of the referrer',
    parts: [
      {
        over: 'referral_rewards',
        breaks: `select 'reward for user ' || w.referee_id from referral_rewards w
          left join lateral (
            select bool_or(a.kind = 'earnings' and a.user_id = w.referrer_id and e.amount = w.amount_kobo) as is_right
            from postings p join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
            where p.code = 'referral.reward' and p.reference = w.referee_id::text) given on true
          left join transactions t on t.id = w.transaction_id and t.user_id = w.referrer_id and t.type = 'referrer'
            and t.amount_kobo = w.amount_kobo and t.balance_before is null
          left join lateral (
            select true as is_paid from accounts a join entries e on e.account_id = a.id and e.version is not null
            join postings p on p.id = e.posting_id and p.code = 'upgrade.fee' where a.user_id = w.referee_id limit 1) upgrade on true
          where ${inSlice('w.referee_id')} and (given.is_right is not true or t.id is null or upgrade.is_paid is null)`,
      },
      {
        over: 'postings',
        breaks: `select 'posting ' || p.id || ' ' || p.code || ' ' || p.reference from postings p
          where ${inSlice('p.id')} and p.code = 'referral.reward'
            and not exists (select from referral_rewards w where w.referee_id = ${idIn('p.reference')})`,
      },
    ],
  },
  {
    rule: 'R26',
    statement:
      'Every debit by staff took at most what had come in by its transaction, of the same user; a chargeback took a card payment and all of it, nothing else did; and the records of staff name who made and who confirmed it',
    parts: [
      {
        over: 'debits',
        breaks: `select 'debit ' || d.id from debits d
          left join transactions t on t.id = d.source_id
          left join payments y on y.transaction_id = d.source_id and y.state = 'credited'
          where ${inSlice('d.id')} and (
            t.user_id is distinct from d.user_id or t.status is distinct from 'success'
            or case d.kind when 'chargeback' then (d.paid_kobo, d.fee_kobo) is distinct from (y.paid_kobo, coalesce(t.fee_kobo, 0))
              else (y.transaction_id is null and d.paid_kobo <= t.balance_after - t.balance_before) is not true end
            or not exists (
              select from staff_actions s where s.action = 'debit' and s.subject = 'transaction ' || d.source_id and s.actor_id = d.actor_id
                and s.reason = d.reason and s.after ->> 'debit' = d.id::text)
            or d.request_id is not null and not exists (
              select from staff_requests r where r.id = d.request_id and r.call = 'debit' and r.state = 'confirmed'
                and r.maker_id = d.actor_id and r.ended_by <> r.maker_id))`,
      },
      {
        over: 'staff_requests',
        breaks: `select 'request ' || r.id from staff_requests r
          where ${inSlice('r.id')} and r.call = 'debit' and r.state = 'confirmed'
            and not exists (select from debits d where d.request_id = r.id)`,
      },
    ],
  },
];
