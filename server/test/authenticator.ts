/** The app on a person's phone that shows codes for two-step login. */
import { Secret, TOTP } from 'otpauth';

/** The code that it shows `steps` half minutes from now. The server takes the next one, too, and no older one than it has seen: so first 0, then 1. */
export const codeOf = (setupKey: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(setupKey) }).generate({ timestamp: Date.now() + steps * 30_000 });
