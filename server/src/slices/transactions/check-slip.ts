/** The public check: what a slip says now, and nothing about whose it is (D7.44). */
import type { CallReply } from '@jara/contract/api.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findLine } from './find-receipt.ts';
import type { Line } from './transaction.ts';
import { readSlipCode } from './receipt-code.ts';

export const checkSlip =
  (context: Context): Handler<'checkSlip'> =>
  ({ params, request }) =>
    lookUpSlip(context, params.slip, request.ip);

/** Refuses with not_found and too_many_requests. */
export async function lookUpSlip(
  { pool, config }: Context,
  code: string,
  ip: string,
): Promise<CallReply<'checkSlip'>> {
  await countAttempt(pool, { name: 'checkSlip', parts: [ip], most: 60, windowSeconds: 60 });
  const reference = readSlipCode(config.secretsKey, code);
  const line = reference && (await findLine(pool, { line: { reference }, ownerId: null }));
  return line ? present(line) : refuse('not_found', { msg: 'There is no such slip' });
}

function present(line: Line): CallReply<'checkSlip'> {
  const { priceKobo, amountKobo, faceValueKobo } = line;
  const isPurchase = line.type === 'data' || line.type === 'airtime' || line.type === 'electricity';
  return {
    reference: line.reference,
    kind: line.type,
    status: line.status,
    network: line.network,
    product: line.product,
    amount: toNaira(kobo(isPurchase ? (priceKobo ?? amountKobo) : amountKobo)),
    faceValue: faceValueKobo === null ? null : toNaira(kobo(faceValueKobo)),
    recipient: line.recipient === null ? null : maskNumber(line.recipient),
    createdAt: line.createdAt.toISOString(),
    settledAt: line.settledAt?.toISOString() ?? null,
  };
}

/** Whoever holds the slip can compare the end; whoever only found the link cannot call. */
function maskNumber(number: string): string {
  return `\u2022\u2022\u2022\u2022 ${number.slice(-4)}`;
}
