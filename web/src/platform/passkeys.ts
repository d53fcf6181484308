/** Passkeys, as the browser asks a person for them. The library is fetched when the first one is asked for. */
import type { NewPasskey, NewPasskeyRequest, PasskeyAnswer, PasskeyRequest } from '@jara/contract/passkey.ts';

const load = () => import('@simplewebauthn/browser');

/** The browser has them, and the address is a name: no passkey belongs to a number. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);

/** Null when the person would rather not, or the device has none that fits: browsers do not say which. */
export async function givePasskey(request: PasskeyRequest): Promise<PasskeyAnswer | null> {
  try {
    const { startAuthentication } = await load();
    return await startAuthentication({ optionsJSON: request });
  } catch {
    return null;
  }
}

/** Why none was made, in words for the person. */
export class PasskeyNotMade extends Error {}

export async function makePasskey(request: NewPasskeyRequest): Promise<NewPasskey> {
  try {
    const { startRegistration } = await load();
    return await startRegistration({ optionsJSON: request });
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError';
    throw new PasskeyNotMade(
      isThere ? 'A passkey of your account is kept there already' : 'No passkey was made. Try again',
    );
  }
}
