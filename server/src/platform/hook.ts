/** What a provider sends to a hook by itself, and what it is answered. */
export interface Hook {
  /** The bytes as they came: the signature is over them. */
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

export interface HookAnswer {
  status: 200;
  body: { msg: string };
}
