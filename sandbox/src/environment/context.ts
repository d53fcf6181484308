import type { FastifyInstance } from 'fastify';
import type {
  DeliveryView,
  LinkView,
  MailView,
  MessageView,
  PaymentView,
  PayoutView,
  PushView,
} from '../control/views.ts';
import type { Timings } from '../data/outcomes.ts';
import type { JournalRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Switches } from './switches.ts';
import type { Timers } from './timers.ts';
import type { Webhooks } from './webhooks.ts';

/** One provider as the outside sees it, under its own prefix. */
export interface Simulator extends Store {
  readonly title: string;
  readonly prefix: string;
  /** Registers the simulator's routes; the paths are relative to the prefix. */
  register(app: FastifyInstance): void;
  /** What the simulator adds to `GET /control/journal`: all of it, or the `newest` of each list. */
  journal(newest?: number): SimulatorJournal;
  /** Counts for people, such as deliveries. */
  summary(): SimulatorSummary;
  /** Opens a port of its own, where the simulator does not speak HTTP. Gives the port; called before the environment listens. */
  listen?(host: string): Promise<number>;
  /** Gives that port back. */
  close?(): Promise<void>;
  /** Pays a payment link as a customer would; only card gateways can. */
  pay?(reference: string): Promise<PaymentOutcome>;
  /** Takes a bank transfer and gives its id; only a simulator with accounts can. */
  receive?(transfer: BankTransfer): Promise<string>;
}

/** Money that arrives in a reserved account, and how often its webhook is sent. */
export interface BankTransfer {
  accountNumber: string;
  amountKobo: number;
  notify: 'once' | 'twice' | 'late' | 'never';
}

export type PaymentOutcome = 'success' | 'failed' | 'already paid' | 'unknown';

interface SimulatorJournal {
  deliveries?: DeliveryView[];
  payments?: PaymentView[];
  links?: LinkView[];
  payouts?: PayoutView[];
  mails?: MailView[];
  pushes?: PushView[];
  messages?: MessageView[];
}

interface SimulatorSummary {
  /** Our money at that provider, when the provider holds any. */
  floatKobo?: number;
  /** The record that sets the float by hand. */
  setFloat?: (floatKobo: number) => JournalRecord;
  /** For instance `12 delivered`. */
  says: string;
}

export interface Keys {
  glad: string;
  alaro: string;
  squad: string;
  vtpassApi: string;
  vtpassSecret: string;
  vtpassPublic: string;
  dojahApp: string;
  dojah: string;
  paymentpoint: string;
  paymentpointApi: string;
  paymentpointBusiness: string;
  squadMerchant: string;
  termii: string;
  /** The password of every sender of mail. */
  smtp: string;
}

/** What every store may use. */
export interface Environment {
  /** Where the environment can be reached, without a slash at the end. Known once it listens. */
  readonly url: () => string;
  readonly merchantName: string;
  readonly keys: Keys;
  /** Applies the records at once and resolves when they are on disk: all of them or none. */
  readonly commit: (...records: JournalRecord[]) => Promise<void>;
  /** The same for what nobody waits for: resolves when the disk took them, however long that takes, and when the environment ends. */
  readonly commitInTime: (...records: JournalRecord[]) => Promise<void>;
  /** Resolves when everything that can be seen in memory is on disk. Await it before answering a question. */
  readonly flushed: () => Promise<void>;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly switches: Switches;
  readonly webhooks: Webhooks;
}
