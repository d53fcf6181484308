/** How a refusal looks in the API's documentation. */
import type { CallShape } from '@jara/contract/call.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';

export const refusalSchema = {
  type: 'object',
  required: ['msg', 'code', 'requestId'],
  // Some codes carry more (receipt, expectedAmount): the call's description says which.
  additionalProperties: true,
  properties: {
    msg: { type: 'string', description: 'A sentence for the person' },
    code: { type: 'string', enum: Object.keys(refusals) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'msg'],
        properties: { field: { type: 'string' }, msg: { type: 'string' } },
      },
    },
  },
};

const shared: readonly RefusalCode[] = ['internal_error', 'unavailable'];

export function refusalStatuses(shape: CallShape): number[] {
  const codes: RefusalCode[] = [...shared, ...(shape.refusals ?? [])];
  if (shape.body !== undefined || shape.query !== undefined) codes.push('invalid_input');
  if (shape.access !== 'public') codes.push('unauthenticated', 'forbidden');
  return [...new Set(codes.map((code) => refusals[code].status))].toSorted((a, b) => a - b);
}
