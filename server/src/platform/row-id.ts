const ID = /^[1-9]\d{0,17}$/;

/** The id of a row, as callers send it; undefined for what can be no id. */
export const readRowId = (input: string): bigint | undefined => (ID.test(input) ? BigInt(input) : undefined);
