/** What the shop asks of whoever carries its text messages. Answers are values; nothing is thrown for what happens on the network. */

export type SmsAnswer =
  /** Taken: it is paid for, and on its way as far as anybody knows. */
  | { outcome: 'sent'; providerReference: string }
  /** For certain nothing left: no connection, or a refusal in words. `reason` holds neither the number nor the text. */
  | { outcome: 'not_sent'; reason: string }
  /** Nobody knows. It may be on its way, so it is not sent again unless its receiver asks for another. */
  | { outcome: 'unknown'; reason: string };

export interface SmsSender {
  readonly name: string;
  /** `phone` as it is stored: 0803 and so on. */
  send(phone: string, text: string): Promise<SmsAnswer>;
  close(): Promise<void>;
}
