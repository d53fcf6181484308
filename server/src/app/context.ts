/** What a call may use. Built once in server/src/main.ts (and by tests), handed to each slice. */
import type { Terms } from '@jara/contract/calls/terms.ts';
import type { Config } from '../config/config.ts';
import type { FillIn } from '../config/fill-in.ts';
import type { Catalogue } from '../slices/catalogue/catalogue.ts';
import type { PayoutBank } from '../outside/banks/banks.ts';
import type { CardGateway } from '../outside/cards/cards.ts';
import type { IdentityRegister } from '../outside/identity/identity.ts';
import type { ReservedAccountProvider } from '../outside/reserved-accounts/reserved-accounts.ts';
import type { Mailer } from '../outside/mail/mailer.ts';
import type { PushSender } from '../outside/push/push.ts';
import type { SmsSender } from '../outside/sms/sms.ts';
import type { Supplier } from '../outside/suppliers/supplier.ts';
import type { WebhookPoster } from '../outside/webhooks/webhooks.ts';
import type { BooksAudit } from '../ledger/books-audit.ts';
import type { Db, Pool } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { Siblings } from '../platform/processes/siblings.ts';
import type { Keyring } from '../platform/keys/keyring.ts';
import type { Seal } from '../platform/keys/sealed.ts';
import type { Sessions } from '../platform/session.ts';
import type { ShopState } from '../slices/recovery/shop-state.ts';
import type { Purchases } from '../slices/purchases/purchases.ts';
import type { Withdrawals } from '../slices/withdrawals/withdrawals.ts';

export interface Context {
  config: Config;
  /** The fees and limits that clients know. */
  terms: Terms;
  /** Puts the values of settings into the sentences of the documents. */
  fillIn: FillIn;
  pool: Pool;
  /** For lists of staff, files and statistics: a replica that shows all that was committed, where there is one. */
  reads: Db;
  log: Log;
  /** The other processes of this start. */
  siblings: Siblings;
  sessions: Sessions;
  events: Events;
  catalogue: Catalogue;
  booksAudit: BooksAudit;
  suppliers: ReadonlyMap<string, Supplier>;
  cards: CardGateway;
  identity: IdentityRegister;
  reservedAccounts: ReservedAccountProvider;
  mailer: Mailer;
  /** Null where no text messages are sent. */
  sms: SmsSender | null;
  payouts: PayoutBank;
  purchases: Purchases;
  withdrawals: Withdrawals;
  webhooks: WebhookPoster;
  push: PushSender;
  shop: ShopState;
  /** For secrets that must be read again. */
  keys: Keyring;
  seal: Seal;
}
