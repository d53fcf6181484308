/** The engine of all purchases: opening, sending, settling, asking again. Calls build an order and hand it over. */
export interface Purchases {
  readonly placeholder: never;
}
