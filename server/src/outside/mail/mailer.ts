/** What the program knows of sending mail. The implementations are beside this file; compose.ts chooses one. */

export interface OutgoingMail {
  /** One address: nobody sees who else got it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same at each try of one mail, so that mailboxes which look at it show it once. */
  messageId: string;
  /** Ends mails of this kind for their reader; null where they cannot be ended. */
  unsubscribeUrl: string | null;
}

export type MailOutcome =
  | { kind: 'sent'; answer: string }
  /** The other side said no, for good, to this mail. */
  | { kind: 'refused'; answer: string }
  /** It did not take the mail, and may later. */
  | { kind: 'later'; answer: string }
  /** Nothing about this mail: the mail server was not reached, or knows us not. No other mail goes out either. */
  | { kind: 'unreachable'; answer: string }
  /** The mail went out and no answer came back: it may have been taken. */
  | { kind: 'unknown'; answer: string };

export interface Mailer {
  /**
   * Sends one mail. `beforeContent` runs once the other side has agreed to take it and before the first byte of it leaves: when it
   * throws, nothing is sent and `send` throws the same. For what happens on the network `send` never throws.
   */
  send(mail: OutgoingMail, beforeContent: () => Promise<void>): Promise<MailOutcome>;
}
