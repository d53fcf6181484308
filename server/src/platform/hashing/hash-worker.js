/**
 * What a thread of the hash pool runs. The hashes that block, on purpose: the others of this library would leave this thread at once for
 * the four threads that all of the process shares. Plain JavaScript, because a thread begins from a file, in a build as from the sources.
 */
import { hashSync, verifySync } from '@node-rs/argon2';

export const hash = ({ text, options }) => hashSync(text, options);

export const verify = ({ hashed, text, options }) => verifySync(hashed, text, options);
