/**
 * A second admin confirms what a colleague asked for: the call runs again as it came, in the name of who asked, and takes the request in its
 * own commit (`takeRequest`). So it is done once, with the limits and states of now, or not at all.
 */
import type { HeldCall } from '@jara/contract/calls/review-queue.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import { noClientFacts } from '../../platform/client-facts.ts';
import type { Db } from '../../platform/db.ts';
import { replayedHeaders, wasMade } from '../../platform/idempotency.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { refuse } from '../../platform/refuse.ts';
import { Download, Reply, type CallInput, type Handler } from '../../platform/serve.ts';
import type { Confirmation, Principal } from '../../platform/sessions/principal.ts';
import type { HeldHandlers } from './hold-request.ts';
import { keyedByStaff } from './once-as-staff.ts';
import { getRequest, presentRequest, readRequestId, type RequestRow } from './staff-request.ts';

export const confirmStaffRequest =
  ({ pool, shop }: Context, handlers: HeldHandlers): Handler<'confirmStaffRequest'> =>
  async ({ principal, params, body, request }) => {
    const reason = body.reason.trim();
    const id = readRequestId(params.id);
    const keyed = keyedByStaff(principal, request, 'confirmStaffRequest', [id]);
    const row = await getRequest(pool, id);
    const answer = async (msg: string, isRepeat: boolean) => {
      const after = await getRequest(pool, id);
      if (after.state !== 'confirmed' || after.endedById !== principal.userId) refuse('not_waiting');
      const reply = { msg, staffRequest: presentRequest(after, principal) };
      return new Reply(200, reply, isRepeat ? replayedHeaders : {});
    };
    const repeated = () => answer('You confirmed it, and it is done', true);
    if (await wasMade(pool, keyed)) return repeated();
    // A key that was used answers before anything is taken: what has ended is refused here.
    if (row.state !== 'waiting') refuse('not_waiting');
    shop.refuseWhileClosed(row.call);
    const maker = await findMaker(pool, row, principal);
    const { key, requestHash } = keyed;
    const confirmation: Confirmation = {
      requestId: id,
      checker: principal,
      reason,
      request,
      key,
      requestHash,
      isTaken: false,
    };
    return run(handlers, row, { ...maker, confirmation }).then(
      (msg) => answer(msg, !confirmation.isTaken),
      async (error: unknown) => {
        // Of two at once, the one that came second found nothing any more that waits.
        if (await wasMade(pool, keyed)) return repeated();
        throw error;
      },
    );
  };

/** The rights are those of now: who is no admin any more would send the own money by the same call. */
async function findMaker(
  db: Db,
  { makerId, maker, call }: RequestRow,
  { now }: Principal,
): Promise<Principal> {
  const found = await db.find<Pick<Principal, 'userType' | 'isAdmin' | 'isAgent' | 'walletAccountId'>>(
    `select u.user_type as "userType", u.is_admin and a.standing = 'active' as "isAdmin", u.is_agent and a.standing = 'active' as "isAgent",
       a.id as "walletAccountId"
     from users u join accounts a on a.user_id = u.id and a.kind = 'wallet' where u.id = $1`,
    [makerId],
  );
  if (found === undefined || !(call === 'refund' ? isStaff(found) : found.isAdmin))
    refuse('forbidden', { msg: `${maker} may not do this any more. Reject it` });
  return {
    ...found,
    userId: makerId,
    userName: maker,
    isCouponVendor: false,
    pinSince: null,
    hasTotp: false,
    hasPasskey: false,
    newSince: null,
    newBecause: 'new_device',
    now,
    isProved: true,
    deviceId: null,
    tokenHash: Buffer.alloc(0),
    via: 'session',
    token: null,
  };
}

/** Gives the sentence of the call. */
async function run(handlers: HeldHandlers, row: RequestRow, principal: Principal): Promise<string> {
  const input = {
    principal,
    body: row.body,
    params: row.params,
    query: {},
    request: {
      id: row.requestId,
      ip: row.ip,
      network: networkOf(row.ip),
      userAgent: undefined,
      deviceKey: undefined,
      isFromBrowser: false,
      idempotencyKey: row.key,
      client: noClientFacts,
    },
  };
  const handler = handlers[row.call] as Handler<HeldCall>;
  const answer = await handler(input as unknown as CallInput<HeldCall>); // checked by the schemas of the call when it was asked for
  if (answer instanceof Download) throw new Error(`${row.call} answered with a file`);
  return answer instanceof Reply ? answer.body.msg : answer.msg;
}
