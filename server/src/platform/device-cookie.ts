/**
 * The cookie by which a device is known again: an id that nobody can guess, which opens nothing by itself. Who is calling is told by the token alone, so a
 * request that a foreign page makes a browser send has no more rights with it than without. A session that was opened in a browser needs
 * both: its token, read by whatever runs in the page, is of no use in another browser.
 */
import { randomBytes } from 'node:crypto';
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import { isMacOf, macOf, macsOf, type Keyring } from './keys/keyring.ts';

/** Browsers keep no cookie for longer; each login begins the time anew. */
export const DEVICE_COOKIE_DAYS = 400;

/** Behind TLS nobody but this very host can set it. Without TLS, browsers take no such name. */
const SECURE_NAME = '__Host-device';
const NAME = 'device';
const KEY = /(?:^|;\s*)(__Host-)?device=([\w-]{43})(?=;|$)/g;

/** The id in a request's cookies. The one that only this host can have set counts before one that any neighbour may have. */
export function readDeviceKey(cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined;
  const found = [...cookies.matchAll(KEY)];
  return (found.find(([, secure]) => secure !== undefined) ?? found[0])?.[2];
}

/** The random part of an id; the rest is its seal. */
const RANDOM_BYTES = 16;
const SEAL_BYTES = 16;

const sealedText = (random: Buffer): string => `made here:${random.toString('base64url')}`;

/** A new id, half of which says that this installation made it: that is seen without asking the database. */
export function newDeviceKey(keys: Keyring): string {
  const random = randomBytes(RANDOM_BYTES);
  const seal = macOf(keys, 'devices', sealedText(random)).subarray(0, SEAL_BYTES);
  return Buffer.concat([random, seal]).toString('base64url');
}

/**
 * Which device it is, if this installation made the id; undefined for others, as all that were made before ids had a seal. Whose device it is,
 * if it is anybody's, it does not say. To be counted by: one id may be written in several ways, since its last letter has bits to spare.
 */
export function deviceMadeHere(keys: Keyring, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  const random = bytes.subarray(0, RANDOM_BYTES);
  const isOurs = isMacOf(keys, 'devices', sealedText(random), bytes.subarray(RANDOM_BYTES), SEAL_BYTES);
  return isOurs ? random.toString('base64url') : undefined;
}

const about = (key: string): string => `device:${key}`;

/** What is saved of it: the table alone makes no device a known one. */
export const hashDeviceKey = (keys: Keyring, key: string): Buffer => macOf(keys, 'devices', about(key));

/** The same by every key that may have made it, the present one first. */
export const hashesOfDeviceKey = (keys: Keyring, key: string): Buffer[] =>
  macsOf(keys, 'devices', about(key));

export const isHashOfDeviceKey = (keys: Keyring, key: string, hash: Buffer): boolean =>
  isMacOf(keys, 'devices', about(key), hash);

/** The headers of an answer that leaves the id with the device. */
export function deviceHeaders(key: string, publicUrl: string): { 'set-cookie': string } {
  const isBehindTls = publicUrl.startsWith('https:');
  const parts = [
    `${isBehindTls ? SECURE_NAME : NAME}=${key}`,
    'Path=/',
    `Max-Age=${DEVICE_COOKIE_DAYS * DAY_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isBehindTls ? ['Secure'] : []),
  ];
  return { 'set-cookie': parts.join('; ') };
}
