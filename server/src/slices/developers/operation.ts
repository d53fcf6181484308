/** One call as an OpenAPI document describes it. */
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
  responses: Record<string, Answer>;
}

export interface Answer {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Record<string, { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}
