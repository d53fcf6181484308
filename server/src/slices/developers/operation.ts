/** One call as an OpenAPI document describes it. */
import type { RefusalCode } from '@jara/contract/refusals.ts';

export type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: Json[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example: unknown }> };
  responses: Record<string, Answer | Reference>;
  /** The codes of its refusals; the answers are shared by all operations. */
  'x-refusals'?: readonly RefusalCode[];
}

/** To what all operations share. */
export interface Reference {
  $ref: string;
}

export interface Answer {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Record<string, { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}
