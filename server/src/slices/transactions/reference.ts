/** References: what a slip is called, by us, by suppliers and on the phone to support. */
import { randomBytes } from 'node:crypto';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lagosDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Lagos',
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
});

let day = { text: '', untilMs: 0 };

/** `YYMMDD` in Lagos; looked up at most once a second, since formatting dates costs more than the rest of a reference. */
function today(): string {
  const nowMs = Date.now();
  if (nowMs >= day.untilMs)
    day = { text: lagosDay.format(nowMs).replaceAll('-', ''), untilMs: nowMs + 1_000 };
  return day.text;
}

/** `JR` + day + 10 random characters (50 bits): 18 characters, unique by the database's key. */
export function newReference(): string {
  const random = randomBytes(10);
  let text = `JR${today()}`;
  for (const byte of random) text += alphabet.charAt(byte & 31);
  return text;
}
