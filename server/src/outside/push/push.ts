/** What the shop asks of the push services that browsers choose: hand this to that device. */

export interface PushSubscription {
  endpoint: string;
  /** The device's public key and its secret, in base64url. */
  p256dh: string;
  auth: string;
}

/** By which push services know this installation, in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushMessage {
  /** Encrypted on its way: only the device reads it. At most 3,000 bytes. */
  payload: string;
  /** Of messages with one topic a device that was away gets the newest only. Up to 32 letters and digits. */
  topic: string;
  /** How long the push service keeps it for a device that is away. */
  ttlSeconds: number;
}

/**
 * - `taken`: the push service has it
 * - `gone`: there is no such device any more
 * - `later`: nobody knows, or it asks to be asked again, maybe not before `afterSeconds`
 * - `refused`: it will never take this
 */
export type PushAnswer =
  | { outcome: 'taken' }
  | { outcome: 'gone' }
  | { outcome: 'later'; afterSeconds: number | null }
  | { outcome: 'refused'; problem: string };

export interface PushSender {
  newKeys(): PushKeys;
  /** The subscription with its address in its one spelling, or what is wrong with it. The address is checked again when it is called. */
  read(given: PushSubscription): PushSubscription | { problem: keyof PushSubscription };
  /** Takes at most 15 s. Never throws. */
  send(subscription: PushSubscription, keys: PushKeys, message: PushMessage): Promise<PushAnswer>;
}
