/** What a provider sends to one of our addresses (`/hooks/...`), as it came. */
export interface Hook {
  /** The bytes as they came: a signature is over them. */
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}
