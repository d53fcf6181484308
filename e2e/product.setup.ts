import { demo, secondAdmin } from './helpers/people.ts';
import { call } from './helpers/server.ts';
import { makeHome, removeHome, startProduct } from './product.ts';

/** The waits of production, shortened where a journey would only wait. The order of what happens stays the same. */
const settings = {
  // Longer than the sandbox's slow answer, so that this one still comes within the call.
  PURCHASE_WAIT_MS: '5000',
  PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '1',
  // More than the journeys move together by the one admin whom they share.
  STAFF_SECOND_PERSON_ABOVE_NAIRA: '500000',
  // All journeys come from one address.
  REGISTRATIONS_PER_HOUR: '10000',
};
const sandboxTimings = { processingMs: 2_000, slowMs: 3_000, reversalMs: 3_000 };

/**
 * One product for all journeys, on free ports and with an empty data directory. Its addresses and its directory are left in JARA_URL,
 * JARA_SANDBOX_URL and JARA_DATA_DIR. Gives the function that ends it.
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  const home = await makeHome('e2e', settings);
  const product = await startProduct(home);
  process.env['JARA_URL'] = product.url;
  process.env['JARA_SANDBOX_URL'] = product.sandboxUrl;
  process.env['JARA_DATA_DIR'] = home.dataDir;
  await fetch(`${product.sandboxUrl}/control/timings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sandboxTimings),
  });
  await makeSecondAdmin();
  return async () => {
    await product.stop();
    removeHome(home);
  };
}

async function makeSecondAdmin(): Promise<void> {
  const { password, phone: phoneNumber, userName, email } = secondAdmin;
  const { user } = await call('register', {
    userName,
    email,
    phoneNumber,
    password,
    passwordCheck: password,
  });
  const boss = await demo('admin');
  const rights = { isAdmin: true, isAgent: false, isCouponVendor: false };
  const reason = 'The second admin';
  await call('setRoles', { id: user._id, ...rights, reason, password: boss.password }, boss.token);
}
