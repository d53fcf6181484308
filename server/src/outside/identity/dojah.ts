/**
 * Dojah (dojah.io), BVN and NIN look-up: docs/providers/dojah.md. The number travels in the address, so addresses of this provider
 * are never logged, and nothing that it answers is passed on but the fields below.
 */
import { normalisePhone } from '@jara/contract/phone.ts';
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords, type JsonObject } from '../reading.ts';
import type { IdentityRegister, LookUpAnswer } from './identity.ts';

export interface DojahOptions {
  baseUrl: string;
  appId: string;
  secretKey: string;
  timeoutMs?: number;
  connections?: number;
}

const version = '/api/v1';
const kyc = `${version}/kyc`;
const paths = { bvn: `${kyc}/bvn/full?bvn=`, nin: `${kyc}/nin?nin=` } as const;

export function createDojahRegister(options: DojahOptions): IdentityRegister {
  const { baseUrl, appId, secretKey, timeoutMs = 15_000, connections = 8 } = options;
  // The secret stands alone in its header, without a scheme before it.
  const headers = { appid: appId, authorization: secretKey };
  const client = createHttpClient({ baseUrl, headers, connections });
  return {
    name: 'dojah',
    async lookUp(kind, number) {
      const path = `${paths[kind]}${encodeURIComponent(number)}`;
      return readLookUp(await client.send({ method: 'GET', path, timeoutMs }), kind, number);
    },
    close: () => client.close(),
  };
}

function readLookUp(http: HttpAnswer, kind: 'nin' | 'bvn', number: string): LookUpAnswer {
  if (http.kind !== 'answer') return unknown(http.kind);
  const { status } = http;
  const body = parseJson(http.text);
  if (!isObject(body)) return unknown(`status ${status}, not JSON`);
  // Not found comes with either status, and says so; 400 for other reasons is not an answer about the number.
  if ((status === 400 || status === 404) && /not found|wrong|invalid (bvn|nin)/i.test(complaintIn(body)))
    return { outcome: 'not_found' };
  const entity = body['entity'];
  if (status !== 200 || !isObject(entity)) return unknown(`status ${status}`);
  return readEntity(body, entity, kind, number);
}

function readEntity(body: JsonObject, entity: JsonObject, kind: 'nin' | 'bvn', number: string): LookUpAnswer {
  const response = entity[kind];
  if (response !== undefined && response !== number) return unknown('about another number');
  const text = (...names: string[]): string | null => {
    for (const name of names) {
      const value = plainWords(entity[name], number);
      if (value !== null) return value;
    }
    return null;
  };
  const [firstName, lastName] = [text('first_name', 'firstname'), text('last_name', 'surname')];
  if (firstName === null || lastName === null) return unknown('no name');
  return {
    outcome: 'found',
    firstName,
    lastName,
    middleName: text('middle_name', 'middlename'),
    dateOfBirth: text('date_of_birth', 'birthdate'),
    phone: normalisePhone(text('phone_number1', 'phone_number', 'telephoneno') ?? '') ?? null,
    providerReference: plainWords(body['reference_id'] ?? entity['reference_id'], number),
  };
}

function complaintIn(body: JsonObject): string {
  const words = body['error'] ?? body['message'];
  return typeof words === 'string' ? words : '';
}

function unknown(reason: string): LookUpAnswer {
  return { outcome: 'unknown', reason };
}
