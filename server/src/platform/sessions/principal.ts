/** Who is calling, and what this session or API token lets them do. */
import type { UserType } from '@jara/contract/constants.ts';
import type { TokenTerms } from './token-terms.ts';

export interface Principal {
  userId: bigint;
  userName: string;
  userType: UserType;
  /** This and the two below are false for every API token. */
  isAdmin: boolean;
  isAgent: boolean;
  isCouponVendor: boolean;
  walletAccountId: bigint;
  /** Since when there is a PIN, whatever it was changed to: money leaves only with it. Null without one, and for every API token, which is not asked. */
  pinSince: Date | null;
  /** Two-step login by an authenticator app is on. */
  hasTotp: boolean;
  /** False for every API token. */
  hasPasskey: boolean;
  /** From when on the device, or the password after a reset, counts as new; null for a known device and for every API token. */
  newSince: Date | null;
  newBecause: 'new_device' | 'reset';
  /** The time of the database, which that goes by. */
  now: () => Date;
  /** The e-mail address or the phone number of the account is confirmed. */
  isProved: boolean;
  /** Null for a session whose device nobody noted, and for every API token. */
  deviceId: bigint | null;
  /** Of the first token of a session, also where another one is shown. Empty, as of no session, of who asked for what a second admin confirms. */
  tokenHash: Buffer;
  /** What kind of token it is. */
  via: 'session' | 'api_token';
  /** Null for sessions, which their roles alone limit. */
  token: TokenTerms | null;
  /** What this one of the staff asked for is done now, by the word of a second admin. */
  confirmation?: Confirmation;
}

/** By what somebody came; and of what a second admin confirms, by what they came. */
export type Caller = Pick<Principal, 'userId' | 'tokenHash' | 'token' | 'confirmation'>;

/** Whose wrong codes are counted on the device. */
export type CallerOnDevice = Caller & Pick<Principal, 'deviceId'>;

export interface Confirmation {
  /** Row of `staff_requests`. */
  requestId: bigint;
  checker: Caller;
  reason: string;
  /** By which request the second admin said so, and the key and the meaning of it. */
  request: { id: string; ip: string };
  key: string | null;
  requestHash: string;
  /** Set where this very word took the request, and not another one that came first. */
  isTaken: boolean;
}
