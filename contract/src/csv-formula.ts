/**
 * What spreadsheets take for the beginning of a formula, for whoever writes a file that they open. The pattern of the CSV library misses
 * a text with a line break in it.
 */
export const csvFormula = /^[=+\-@\t\r]/;
