/**
 * The cookie by which a device is known again: a random id, which opens nothing. Who is calling is told by the token alone, so a request
 * that a foreign page makes a browser send has no more rights with it than without.
 */
import { paths } from '@jara/contract/paths.ts';
import { DAY_SECONDS } from '@jara/contract/time-units.ts';

const NAME = 'device';
const KEY = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;
/** Browsers keep no cookie for longer; each login begins the time anew. */
export const DEVICE_COOKIE_DAYS = 400;
// The calls that sign in are below it: nothing else carries the id.
const [PATH] = /\/.*(?=\/)/.exec(paths.login) ?? ['/'];

export const readDeviceKey = (cookies: string | undefined): string | undefined =>
  cookies === undefined ? undefined : KEY.exec(cookies)?.[1];

/** The headers of an answer that leaves the id with the device. */
export function deviceHeaders(key: string, publicUrl: string): { 'set-cookie': string } {
  const parts = [
    `${NAME}=${key}`,
    `Path=${PATH}`,
    `Max-Age=${DEVICE_COOKIE_DAYS * DAY_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  return { 'set-cookie': parts.join('; ') };
}
