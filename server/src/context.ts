/** What a call may use. Built once in main.ts (and by tests), handed to each slice. */
import type { Config } from './config.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CardGateway } from './outside/cards/cards.ts';
import type { Supplier } from './outside/suppliers/supplier.ts';
import type { Pool } from './platform/db.ts';
import type { Events } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { Sessions } from './platform/session.ts';
import type { Purchases } from './purchases/purchases.ts';

export interface Context {
  config: Config;
  pool: Pool;
  log: Log;
  sessions: Sessions;
  events: Events;
  catalogue: Catalogue;
  suppliers: ReadonlyMap<string, Supplier>;
  cards: CardGateway;
  purchases: Purchases;
}
