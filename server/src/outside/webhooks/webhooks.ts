/** What the shop asks of the network at addresses that users give: those of their own servers, and of the push services of their browsers. */

export type PostAnswer =
  | {
      kind: 'answer';
      status: number;
      text: string;
      /** As the receiver wishes. */
      retryAfterSeconds: number | null;
    }
  | { kind: 'problem'; problem: string };

export interface WebhookPoster {
  /** The address in its one spelling, or undefined when it may not be called. What its name leads to is checked when it is called. */
  readUrl(input: string): string | undefined;
  /** JSON, unless `headers`, in lower case, say otherwise. Takes at most 15 s. Never throws. */
  post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<PostAnswer>;
  close(): Promise<void>;
}
