/**
 * Turns a call of the contract and its handler into a route: who may call, what goes in, what comes out. Every route of the API is
 * registered here, so the rules hold for all of them, in this order: the session (401), the role (403), the shape of the request (400), and
 * then what the call itself asks.
 */
import type { Readable } from 'node:stream';
import {
  api,
  type Api,
  type CallBody,
  type CallParams,
  type CallQuery,
  type CallReply,
} from '@jara/contract/api.ts';
import { isChange, type Access, type Call, type CallShape } from '@jara/contract/call.ts';
import type { HeldReply } from '@jara/contract/calls/review-queue.ts';
import { otherAddresses, type CallName } from '@jara/contract/paths.ts';
import { refusals, type FieldError } from '@jara/contract/refusals.ts';
import { permissions, type Role } from '@jara/contract/roles.ts';
import { scopeOf } from '@jara/contract/scopes.ts';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { noClientFacts, readClientFacts, type ClientFacts } from './client-facts.ts';
import { logDatabaseTrouble } from './connections/damage.ts';
import { isDatabaseTrouble } from './db.ts';
import { readDeviceKey } from './device-cookie.ts';
import { refuseOddAddress } from './json-body.ts';
import { announceDeprecation, answerUnchanged } from './headers.ts';
import type { FloodLimits } from './limits/flood-limits.ts';
import { networkOf } from './limits/network-of.ts';
import { refuse } from './refuse.ts';
import { endWithAccess } from './sessions/end-with-access.ts';
import { callerLookup } from './sessions/caller-lookup.ts';
import { shownBy } from './sessions/shown-by.ts';
import type { Sessions } from './session.ts';
import type { Principal } from './sessions/principal.ts';
import { noStepUp, type StepUpFacts } from './sessions/step-up-facts.ts';
import { noteTokenUse, refuseTokenBeyond, type TokenNotes } from './sessions/token-use.ts';

type PrincipalFor<A extends Access> = A extends 'public' ? Principal | undefined : Principal;

export interface CallInput<Name extends CallName> {
  principal: PrincipalFor<Api[Name]['access']>;
  body: CallBody<Name>;
  query: CallQuery<Name>;
  params: CallParams<Name>;
  request: HttpFacts;
}

export interface HttpFacts {
  id: string;
  ip: string;
  /** Whose attempts are counted together: the address, or the network of an IPv6 address. */
  network: string;
  userAgent: string | undefined;
  /** The id that a device got with an earlier login. */
  deviceKey: string | undefined;
  /** A page sent it, and no program: browsers say where a request comes from, and let no page say otherwise. */
  isFromBrowser: boolean;
  /** The header `Idempotency-Key`, bare or quoted, or the body's `request_id`; of calls that take one. */
  idempotencyKey: string | null;
  /** What stands on the transaction that the call makes. */
  client: ClientFacts;
  stepUp: StepUpFacts;
}

/** What a handler gives when the status is not the call's first one, or headers go with it. */
export class Reply<Body> {
  readonly status: 200 | 201 | 202;
  readonly body: Body;
  readonly headers: Record<string, string>;
  constructor(status: 200 | 201 | 202, body: Body, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** What a handler gives instead of JSON: a file that is written while it is read, so that its size costs no memory. */
export class Download {
  readonly stream: Readable;
  readonly contentType: string;
  readonly fileName: string;
  constructor(stream: Readable, contentType: string, fileName: string) {
    this.stream = stream;
    this.contentType = contentType;
    this.fileName = fileName;
  }
}

export type Handler<Name extends CallName> = (
  input: CallInput<Name>,
) => Promise<CallReply<Name> | Reply<CallReply<Name> | HeldReply> | Download>;

export type Handlers = { [Name in CallName]: Handler<Name> };

/** What a caller must prove besides the token; refuses when it is missing. `input` is all that the request says: parts of its address, and its body. */
export type StepUp = (
  principal: Principal,
  call: Pick<Call, 'name' | 'access' | 'beforeTotp' | 'pin' | 'body'>,
  input: Readonly<Record<string, unknown>>,
  request: Pick<HttpFacts, 'id' | 'ip' | 'userAgent' | 'idempotencyKey'>,
) => Promise<StepUpFacts>;

/** A call that was refused, and what is known of it. */
export interface RefusedCall {
  name: CallName;
  /** Whose account it is about; null where a login named nobody. */
  userId: bigint | null;
  body: Readonly<Record<string, unknown>>;
  request: Pick<HttpFacts, 'id' | 'ip' | 'userAgent'>;
}

/** Puts on record what tells of an attack. Never throws. */
export type NoteRefusal = (refused: RefusedCall, error: unknown) => Promise<void>;

/** Puts on record that staff read the data of others, before they do. */
export type NoteReads = (name: CallName, input: CallInput<CallName>, answer: unknown) => Promise<void>;

async function callerOf(
  request: FastifyRequest,
  sessions: Pick<Sessions, 'find'>,
): Promise<Principal | undefined> {
  const { token, deviceKey } = shownBy(request);
  return token === undefined ? undefined : sessions.find(token, deviceKey);
}

/** What changes the account or needs a role takes a session; what an API token does besides, its scopes say. */
function isAllowed(access: Access, principal: Principal): boolean {
  const { userType, isAdmin, isAgent, isCouponVendor } = principal;
  return (
    isAllowedAs(userType, access, principal) ||
    (isCouponVendor && isAllowedAs('coupon vendor', access, principal)) ||
    (isAgent && isAllowedAs('agent', access, principal)) ||
    (isAdmin && isAllowedAs('admin', access, principal))
  );
}

function isAllowedAs(role: Role, access: Access, { via }: Principal): boolean {
  const takes = permissions[access][role];
  return takes === 'token' || (takes === 'session' && via === 'session');
}

function refuseStranger(
  request: FastifyRequest,
  { name, access, method }: Pick<Call, 'name' | 'access' | 'method'>,
  { noteRefusedUse }: Pick<TokenNotes, 'noteRefusedUse'>,
): void {
  const { principal } = request;
  if (access === 'public') return;
  if (principal === undefined) refuse('unauthenticated');
  if (!isAllowed(access, principal)) {
    refuse('forbidden', principal.via === 'api_token' ? { msg: 'An API token cannot do this: log in' } : {});
  }
  refuseTokenBeyond(principal, scopeOf(name, method), request, { noteRefusedUse, isOnRecord: true });
}

/**
 * A GET that changes something is for programs only: what a browser opens or fetches ahead by itself never gets through. The token in a
 * header already keeps links and images out; this keeps it so if a token ever travels by itself.
 */
function refuseNavigation({ headers }: FastifyRequest): void {
  const ahead = String(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '');
  const [site, destination] = [headers['sec-fetch-site'], headers['sec-fetch-dest']];
  const isOfAnotherSite = site !== undefined && site !== 'same-origin';
  const isForPage = destination !== undefined && destination !== 'empty';
  const isOpened = headers['sec-fetch-mode'] === 'navigate' || ahead.toLowerCase().includes('prefetch');
  if (isOpened || isForPage || isOfAnotherSite) {
    refuse('forbidden', { msg: 'This address changes something: it cannot be opened as a page' });
  }
}

/** The required fields that the call has a sentence for. */
const wordedFieldsOf = (shape: CallShape): string[] =>
  requiredOf(shape.body).filter(
    (field) => shape.requiredMsg !== undefined || shape.requiredFieldMsg?.[field] !== undefined,
  );

/** A required field that is there but blank counts as missing. */
function refuseBlanks(shape: CallShape, worded: readonly string[], body: unknown): void {
  const values = fieldsOf(body);
  const blank = worded.filter((field) => values[field] === '' || /^\s+$/.test(String(values[field])));
  if (blank.length > 0) refuse('invalid_input', describeMissing(shape, blank));
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

/** Says which fields are missing in the words of the call. */
export function describeMissing(
  { requiredMsg = refusals.invalid_input.msg, requiredFieldMsg = {} }: FastifyContextConfig,
  fields: readonly string[],
): { msg: string; errors: FieldError[] } {
  const errors = fields.map((field) => ({ field, msg: requiredFieldMsg[field] ?? requiredMsg }));
  const [only, ...others] = errors;
  return { msg: others.length === 0 ? (only?.msg ?? requiredMsg) : requiredMsg, errors };
}

/** All that a request says: parts of its address, and its body. */
const saidOf = ({ params: shape }: Call, { params, body }: FastifyRequest): Record<string, unknown> =>
  shape === undefined ? fieldsOf(body) : { ...fieldsOf(params), ...fieldsOf(body) };

const requiredOf = (schema: TSchema | undefined): string[] =>
  schema !== undefined && 'required' in schema && Array.isArray(schema.required) ? schema.required : [];

/** What comes in is checked against these; what goes out is what presenters name. */
const schemaOf = ({ params, query, body }: CallShape) => ({
  ...(params === undefined ? {} : { params }),
  ...(query === undefined ? {} : { querystring: query }),
  ...(body === undefined ? {} : { body }),
});

/** The database failed amid a call that changes something: an earlier commit of this call may stand, so it is not said that nothing was done. */
function refuseUnanswered(call: Call, request: FastifyRequest, error: unknown): never {
  if (!isChange(call) || !isDatabaseTrouble(error)) throw error;
  logDatabaseTrouble(request.log, error, 'the database failed amid a call');
  const msg =
    call.money === true
      ? {}
      : { msg: 'It is not known whether this was saved. Look before you send it again' };
  return refuse('outcome_unknown', msg);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; nobody for a call that takes no token. Set before the body is read, and again when it is there. */
    principal: Principal | undefined;
  }
  interface FastifyContextConfig {
    /** The sentences for missing fields, as in the contract. */
    requiredMsg?: string | undefined;
    requiredFieldMsg?: CallShape['requiredFieldMsg'] | undefined;
  }
}

const factsOf = ({
  id,
  ip,
  headers,
}: FastifyRequest): Omit<HttpFacts, 'idempotencyKey' | 'client' | 'stepUp'> => ({
  id,
  ip,
  network: networkOf(ip),
  userAgent: headers['user-agent'],
  deviceKey: readDeviceKey(headers.cookie),
  isFromBrowser: headers['sec-fetch-site'] !== undefined,
});

export interface ServeDeps extends TokenNotes {
  sessions: Sessions;
  stepUp: StepUp;
  floodLimits: FloodLimits;
  noteRefusal: NoteRefusal;
  noteReads: NoteReads;
  /** Refuses what spends or pays out while the books are not known to be whole. */
  refuseWhileClosed(name: CallName): void;
}

/** A call that is open to everybody knows by itself whose account it is about. */
const factsOfRefused = (
  call: Call,
  { principal, id, ip, headers, body }: FastifyRequest,
): RefusedCall | undefined =>
  call.access === 'public' || principal === undefined
    ? undefined
    : {
        name: call.name,
        userId: principal.userId,
        body: fieldsOf(body),
        request: { id, ip, userAgent: headers['user-agent'] },
      };

function sendFile(
  { stream, contentType, fileName }: Download,
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: Sessions,
): FastifyReply {
  endWithAccess(stream, request, sessions);
  void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return reply.type(contentType).send(stream);
}

/**
 * An answer of usual size is packed where it stands: gzip takes a fraction of a millisecond, and the threads that it would be handed to are
 * those of files and names, which somebody else may hold.
 */
const compress = { encodings: ['gzip' as const], syncThreshold: 64 * 1_024 };

/** Registers one call under the address that the contract gives it. */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  deps: ServeDeps,
): void {
  const { sessions, stepUp, floodLimits, noteRefusal, noteReads, noteUse, refuseWhileClosed } = deps;
  const call: Call = api[name];
  const firstStatus = Number(Object.keys(call.replies)[0] ?? 200);
  const worded = wordedFieldsOf(call);
  const route = {
    method: call.method,
    url: call.path,
    schema: schemaOf(call),
    // The schema says what is there; the request id and the refusal's message come from app.ts.
    config: { requiredMsg: call.requiredMsg, requiredFieldMsg: call.requiredFieldMsg },
    // HEAD is for whoever wants to look without touching.
    exposeHeadRoute: call.method === 'GET' && call.changesByGet === undefined,
    compress,
    // No body of it is read, so none has to be unpacked.
    ...(call.method === 'GET' ? { decompress: false as const } : {}),
    ...(call.revalidates === true ? { onSend: answerUnchanged } : {}),
    // Before the body is read: what a stranger sends is nobody's to look at.
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (call.changesByGet !== undefined) announceDeprecation(call.changesByGet.instead, request, reply);
      await floodLimits.countCaller(request, reply, callerLookup(request, deps));
      refuseStranger(request, call, deps);
      if (request.principal !== undefined) noteTokenUse(noteUse, request.principal, request);
      if (call.changesByGet !== undefined) refuseNavigation(request);
    },
    async preValidation(request: FastifyRequest) {
      // A body may come long after its head: whoever may not call any more by then does nothing with it.
      if (call.body !== undefined) {
        if (request.principal !== undefined && !sessions.isUnchanged(request.principal)) {
          request.principal = await callerOf(request, sessions);
          refuseStranger(request, call, deps);
        }
        // No body at all means a body without fields, so that the answer can say which ones are missing.
        request.body ??= {};
      }
      if (call.params !== undefined || call.query !== undefined) refuseOddAddress(request.url);
    },
    // Before the refusal is answered.
    async onError(request: FastifyRequest, _reply: FastifyReply, error: unknown) {
      const refused = factsOfRefused(call, request);
      if (refused !== undefined) await noteRefusal(refused, error);
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const { principal } = request;
      const { key, client } =
        call.keyed === true ? readClientFacts(request) : { key: null, client: noClientFacts };
      // What a key stands for is answered also then; the database refuses what is new.
      if (key === null) refuseWhileClosed(name);
      refuseBlanks(call, worded, request.body);
      const said = saidOf(call, request);
      const facts = { ...factsOf(request), idempotencyKey: key };
      const stepUpFacts = principal === undefined ? noStepUp : await stepUp(principal, call, said, facts);
      const input = {
        principal,
        body: request.body,
        query: request.query,
        params: request.params,
        request: { ...facts, client, stepUp: stepUpFacts },
      } as CallInput<Name>; // validated by the schemas that the type comes from
      const answer = await handler(input).catch((error: unknown) => refuseUnanswered(call, request, error));
      if (call.reads !== undefined) await noteReads(name, input, answer);
      if (answer instanceof Download) return sendFile(answer, request, reply, sessions);
      if (answer instanceof Reply) return reply.code(answer.status).headers(answer.headers).send(answer.body);
      return reply.code(firstStatus).send(answer);
    },
  };
  app.route(route);
  const [, otherUrl] = otherAddresses[name]?.split(' ') ?? [];
  if (otherUrl !== undefined) app.route({ ...route, url: otherUrl });
}
