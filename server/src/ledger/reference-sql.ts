/** SQL that reads the id in a posting's reference, null where there is none: a row is then found by the index of its key. */
export const idIn = (reference: string): string =>
  `case when ${reference} ~ '^[0-9]{1,18}$' then (${reference})::bigint end`;

/** SQL that is true where a posting's reference names a provider's reference in the form \`provider:reference\`. */
export const isNamedBy = (reference: string, provider: string, providerReference: string): string =>
  `${provider} = split_part(${reference}, ':', 1) and ${providerReference} = substr(${reference}, strpos(${reference}, ':') + 1)`;

/** SQL that joins its refund `r` to each transaction `t`, where there is one. */
export const withRefund = `left join lateral (
  select r.id, r.amount_kobo from transactions r where r.related_id = t.id and r.type = 'refund' offset 0) r on true`;
