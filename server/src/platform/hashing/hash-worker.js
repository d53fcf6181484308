/**
 * What a thread of the hash pool runs. The hashes that block, on purpose: the others of this library would leave this thread at once for
 * the four threads that all of the process shares. Plain JavaScript, because a thread begins from a file, in a build as from the sources.
 */
import { hashSync, verifySync } from '@node-rs/argon2';

export const hash = ({ text, options }) => hashSync(text, options);

export const verify = ({ hashed, text, options }) => verifySync(hashed, text, options);

/** From here on, the time that looking takes grows faster than what it finds. */
const LOOKED_AT = 24;
/** Of 0 to 4; below it a password is found within a million guesses. */
const LEAST_SCORE = 2;

let judge;

/** The dictionaries are 30 MB in memory, so they are read when somebody first chooses a password. */
async function makeJudge() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LOOKED_AT,
  });
}

/** `words` belong to whoever chooses it. */
export async function isEasy({ text, words }) {
  judge ??= makeJudge();
  return (await judge).check(text, words).score < LEAST_SCORE;
}
