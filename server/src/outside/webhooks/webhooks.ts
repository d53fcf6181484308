/** What the shop asks of the network on behalf of a user's own server. */

export type PostAnswer =
  { kind: 'answer'; status: number; text: string } | { kind: 'problem'; problem: string };

export interface WebhookPoster {
  /** The address in its one spelling, or undefined when it may not be called. What its name leads to is checked when it is called. */
  readUrl(input: string): string | undefined;
  /** Takes at most 15 s. Never throws. */
  post(url: string, headers: Record<string, string>, body: string): Promise<PostAnswer>;
  close(): Promise<void>;
}
