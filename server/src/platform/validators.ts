/**
 * Schema checks. Bodies are taken as they are: a string is not made a number. Addresses carry only text, so numbers in the query and
 * in the path are converted there. What a schema does not name is dropped.
 */
import { Ajv, type Options } from 'ajv';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';

const shared: Options = { removeAdditional: 'all', useDefaults: true, allErrors: true, strict: false };

// One of each for the process: it compiles a schema once, however often a program is composed in it.
const forBodies = new Ajv({ ...shared, coerceTypes: false });
const forText = new Ajv({ ...shared, coerceTypes: true });
// Headers belong to more readers than the schema: none is dropped.
const forHeaders = new Ajv({ ...shared, removeAdditional: false });
const byPart: Record<string, Ajv> = { body: forBodies, headers: forHeaders };

export const compileValidator = ({ schema, httpPart }: FastifyRouteSchemaDef<object>) =>
  (byPart[httpPart ?? ''] ?? forText).compile(schema);
