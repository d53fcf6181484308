/**
 * What the house earned by a sale, as every screen, list, file and sum shows it. Until its supplier gives the cost back, a sale that staff
 * refunded has lost it.
 */

/** SQL, true where staff refunded the purchase `t` and its supplier has kept what it took. */
export const isLost = `(t.status = 'refunded' and t.cost_kobo is not null
  and exists (select from purchase_attempts x where x.transaction_id = t.id and x.state = 'delivered'))`;

/** SQL over a transaction `t`, null where nothing was earned or lost. The audit holds it against the books. */
export const profitSql = `case when t.status = 'success' then t.price_kobo - t.cost_kobo when ${isLost} then -t.cost_kobo end`;
