/** The pages that visitors get ready-made, as HTML: the web build brings the program that writes them, the server asks it. */
import type { Brand } from '../brand.ts';
import type { PriceItem } from './catalogue.ts';
import type { ServiceStatus } from './status.ts';
import type { Terms } from './terms.ts';
import type { CheckedReceipt } from './transactions.ts';

export interface PageFacts {
  brand: Brand;
  terms: Terms;
  /** What people type to come here, without a slash at the end: `https://jara.example`. */
  origin: string;
  prices: readonly PriceItem[];
}

/** The page of an address, or null when it is not one of these. `search` is what follows the question mark. */
export type WritePage = (path: string, search: URLSearchParams, facts: PageFacts) => string | null;

/** What the public check found: the receipt, that there is none by this code, or that nobody can say at the moment. */
export type ReceiptCheckPage =
  { state: 'found'; receipt: CheckedReceipt } | { state: 'unknown' } | { state: 'unavailable' };

/** How one service does on one network, or at one electricity company. */
export interface ServiceNow {
  service: 'airtime' | 'data' | 'electricity';
  network: string;
  /** Whether it is sold at the moment. */
  isOpen: boolean;
  /** Of the last hour; null when too few bought to say anything. */
  status: ServiceStatus | null;
}

/** What the public status shows, or that nobody can say at the moment. */
export type StatusPage =
  { state: 'known'; services: readonly ServiceNow[]; checkedAt: string } | { state: 'unavailable' };

/** What the web build brings for the server. */
export interface ClientPages {
  writePage: WritePage;
  /** The page of the public check. `path` is where it stands. */
  writeReceiptCheck: (page: ReceiptCheckPage, path: string, facts: Omit<PageFacts, 'prices'>) => string;
  /** The page of the public status. */
  writeStatus: (page: StatusPage, facts: Omit<PageFacts, 'prices'>) => string;
  /** The addresses of the ready-made pages. */
  readyPaths: readonly string[];
  /** Whether the browser client has a screen for this address. */
  hasScreen: (path: string) => boolean;
}
