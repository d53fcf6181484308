/** What our transactions are called: `JR`, the day, and ten digits and letters, none of which is mistaken for another one. */
export const REFERENCE = /JR\d{6}[0-9A-HJKMNP-TV-Z]{10}/;

const WHOLE = new RegExp(`^${REFERENCE.source}$`, 'i');
export const isReference = (text: string): boolean => WHOLE.test(text);
