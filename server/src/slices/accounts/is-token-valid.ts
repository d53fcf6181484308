import type { Context } from '../../app/context.ts';
import { deviceHeaders } from '../../platform/device-cookie.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { adoptDevice } from '../sessions/devices.ts';

/** Always 200: a stale token shows the login screen, nothing more (D7.2). */
export const isTokenValid =
  (context: Context): Handler<'isTokenValid'> =>
  async ({ principal, request }) => {
    const valid = principal !== undefined;
    // A browser begins with this call: one that was logged in before devices were noted is noted now.
    if (principal?.via !== 'session' || principal.deviceId !== null) return { valid };
    const key = await adoptDevice(context, principal, request);
    return new Reply(200, { valid }, deviceHeaders(key, context.config.publicUrl));
  };
