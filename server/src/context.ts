/** What a call may use. Built once in main.ts (and by tests), handed to each slice. */
import type { Config } from './config.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CardGateway } from './outside/cards/cards.ts';
import type { Mailer } from './outside/mail/mailer.ts';
import type { Supplier } from './outside/suppliers/supplier.ts';
import type { WebhookPoster } from './outside/webhooks/webhooks.ts';
import type { Pool } from './platform/db.ts';
import type { Events } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { Seal } from './platform/sealed.ts';
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
  mailer: Mailer;
  purchases: Purchases;
  webhooks: WebhookPoster;
  /** For secrets that must be read again. */
  seal: Seal;
}
