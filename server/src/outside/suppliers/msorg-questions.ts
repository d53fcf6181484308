/** What a msorg-style supplier says when it is asked about a meter or about our money: no order hangs on either. */
import { kobo } from '@jara/contract/money.ts';
import type { HttpAnswer } from '../http.ts';
import { isObject, nairaIn, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type { FloatAnswer, MeterAnswer } from './supplier.ts';

const NOT_A_NAME = /invalid|not found|does not exist|unknown meter|incorrect/i;

export function readMeter(http: HttpAnswer, apiKey: string): MeterAnswer {
  if (http.kind !== 'answer') return { outcome: 'unknown' };
  const body = parseJson(http.text);
  if (!isObject(body)) return { outcome: 'unknown' };
  const words = wordsIn(body, apiKey);
  if (http.status === 400 && words !== null && NOT_A_NAME.test(words)) return { outcome: 'invalid', words };
  if (http.status !== 200) return { outcome: 'unknown' };
  const name = plainWords(body['name'] ?? body['Customer_Name'] ?? body['customer_name'], apiKey);
  if (body['invalid'] === true || (name !== null && NOT_A_NAME.test(name)))
    return { outcome: 'invalid', words: name ?? words };
  if (name === null) return { outcome: 'unknown' };
  const minimumKobo = nairaIn(body['minimum_amount'] ?? body['Min_Purchase_Amount'] ?? body['minimum']);
  return {
    outcome: 'known',
    name,
    address: plainWords(body['Address'] ?? body['address'], apiKey),
    minimumKobo: minimumKobo !== null && minimumKobo > 0n ? kobo(minimumKobo) : null,
  };
}

function wordsIn(body: JsonObject, apiKey: string): string | null {
  const error: unknown = body['error'];
  return plainWords(Array.isArray(error) ? error.join(' ') : error, apiKey);
}

/** The wallet stands inside `user` or beside it, as a number or as a text with the noise of floats. */
export function readWalletBalance(http: HttpAnswer): FloatAnswer {
  if (http.kind !== 'answer') return { outcome: 'unknown', problem: http.kind };
  const body = parseJson(http.text);
  if (http.status !== 200 || !isObject(body))
    return { outcome: 'unknown', problem: `answered ${http.status}` };
  const user = isObject(body['user']) ? body['user'] : {};
  const amount = nairaIn(
    user['wallet_balance'] ?? body['wallet_balance'] ?? user['Account_Balance'] ?? body['balance'],
  );
  if (amount === null) return { outcome: 'unknown', problem: 'says no balance' };
  return { outcome: 'known', floatKobo: kobo(amount) };
}
