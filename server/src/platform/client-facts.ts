/** What a client says of its own request: the key that makes it happen once, and what it wants to find again on the transaction. */
import type { Metadata } from '@jara/contract/wire.ts';
import type { FastifyRequest } from 'fastify';
import { refuse, refuseField } from './refuse.ts';

/** What the maker of a transaction wrote on it. It changes nothing of what is done. */
export interface ClientFacts {
  /** The maker's own name of it: the field `clientReference`, else the key. Not unique. */
  clientReference: string | null;
  metadata: Metadata | null;
}

export const noClientFacts: ClientFacts = { clientReference: null, metadata: null };

const VISIBLE_ASCII = /^[\u0021-\u007e]{1,255}$/;
const METADATA_BYTES = 1_024;

/** Whether anything may be called so. */
export const isClientReference = (text: string): boolean => VISIBLE_ASCII.test(text);

/** Refuses with `invalid_input`, of the fields with the field's name. */
export function readClientFacts(request: FastifyRequest): { key: string | null; client: ClientFacts } {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>; // an object, by the schema of every such call
  const key = readKey(request.headers['idempotency-key'], body['request_id']);
  const clientReference = readReference(body['clientReference']) ?? key;
  return { key, client: { clientReference, metadata: readMetadata(body['metadata']) } };
}

/** Whether the request says by which key it would be known again, well formed or not; also before its body was read. */
export const hasKey = ({ headers, body }: FastifyRequest): boolean =>
  headers['idempotency-key'] !== undefined ||
  (typeof body === 'object' && body !== null && 'request_id' in body);

function readKey(header: unknown, field: unknown): string | null {
  // The draft standard writes the key as a quoted string; clients often send it bare.
  const inHeader = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : undefined;
  const key = inHeader ?? (typeof field === 'string' ? field : undefined);
  if (key === undefined) return null;
  if (!VISIBLE_ASCII.test(key))
    refuse('invalid_input', { msg: 'The Idempotency-Key must be 1 to 255 visible ASCII characters' });
  return key;
}

function readReference(field: unknown): string | undefined {
  if (typeof field !== 'string') return undefined;
  if (!isClientReference(field))
    refuseField('clientReference', 'Your reference must be 1 to 255 visible ASCII characters');
  return field;
}

function readMetadata(field: unknown): Metadata | null {
  // The schema lets objects through only, and some calls have no such field.
  if (typeof field !== 'object' || field === null) return null;
  if (Buffer.byteLength(JSON.stringify(field)) > METADATA_BYTES)
    refuseField('metadata', `Metadata must be at most ${METADATA_BYTES} bytes of JSON`);
  return { ...field };
}
