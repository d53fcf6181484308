import type { TransactionStatus } from './constants.ts';

/** What an operator puts on: everything that names the shop. It reaches the browser inside the page. */
export interface Brand {
  name: string;
  tagline: string;
  /** Hue of the brand colour in degrees of OKLCH, or null for the default green. */
  hue: number | null;
  officeAddress: string;
  supportPhone: string;
  supportEmail: string;
  /** Digits for the chat link, or empty for none. */
  supportChatNumber: string;
  topUpPageUrl: string;
  /** Sandbox installations say so on every page. */
  mode: 'sandbox' | 'live';
}

/** The brand stands in the page as JSON in the script element with this id. */
export const brandElementId = 'brand';
/** And the fees and limits in this one. */
export const termsElementId = 'terms';

/**
 * Each answer of the API says in this header which build of the browser client is served by now; a page knows its own from its
 * `<meta name="client-build">`, and one of an earlier build gives way.
 */
export const clientBuildHeader = 'x-client-build';

/**
 * A session goes on with another token, which stands in this header, after its owner said anew who they are. In a browser the one before it
 * opens nothing any more; a program has it for a while yet.
 */
export const newTokenHeader = 'x-new-token';

/** `<meta name="service-worker" content="off">` in a page: the operator has switched it off, and none is registered. */
export const workerMetaName = 'service-worker';

/** What the event stream (`GET /events`) says. */
export type UserEvent = TransactionEvent | ServiceEvent;

/** A transaction of the user changed. A client that does not know this requests the transaction. */
export interface TransactionEvent {
  type: 'transaction';
  _id: string;
  /**
   * What the transaction has become, where all that changed stands in the answer to the call that made it: whoever got that answer has nothing
   * to ask.
   */
  status?: TransactionStatus;
  /** What its maker calls it, where they do. */
  clientReference?: string;
}

/** A locked service that the user waits for is available again. */
export interface ServiceEvent {
  type: 'service';
  /** As people call it: "Glo data". */
  name: string;
}
