import type { BrowserContext, Page, Worker } from '@playwright/test';
import { newPushDevice, type PushDevice } from '../../server/test/push-device.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { receiptState } from '../helpers/buying.ts';
import { isOnDevice } from '../helpers/device.ts';
import { aNewNumber, aUser, isSignedIn, type User } from '../helpers/people.ts';
import { journal } from '../helpers/sandbox.ts';
import { call, sandboxUrl } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/*
 * Notices on a device. The browser of these tests can neither show a notice nor reach a push service, and no person sits before it to
 * allow any: where it would ask the person or the system, a word of the test stands in (`Notification.permission`, `showNotification`,
 * `openWindow`, `focus`; `PushManager` once its real failure was seen). What is ours is real: screens, server, worker, and the way of the
 * message, encrypted, to the push service of the sandbox.
 */

test.use({ serviceWorkers: 'allow' });

/** What the person has said, and says when asked. */
const permission = (before: string, asked = before): string => `(() => {
  let said = ${JSON.stringify(before)};
  Object.defineProperty(Notification, 'permission', { get: () => said, configurable: true });
  Notification.requestPermission = async () => (said = ${JSON.stringify(asked)});
})()`;

/** The worker, once it answers for the page, with what the system would do written down instead. */
async function workerOf(page: Page, context: BrowserContext): Promise<Worker> {
  await isOnDevice(page);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  await worker.evaluate(`
    self.shown = [];
    self.opened = [];
    self.focused = [];
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
    self.clients.openWindow = async (address) => void self.opened.push(address);
    WindowClient.prototype.focus = async function () { self.focused.push(this.url); };
  `);
  return worker;
}

interface Notice {
  title: string;
  tag: string;
  path: string;
}

/** As the push service does. */
async function push(page: Page, context: BrowserContext, notice: Notice | undefined): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(notice),
  });
  await devtools.detach();
}

/** The last four digits of the number choose what becomes of it. */
async function buys(ada: User, lastFour?: string) {
  const order = { network: 1, mobile_number: aNewNumber(lastFour), amount: 100 };
  return (await call('buyAirtime', order, ada.token)).receipt;
}

const endpointOf = async (ada: User) => (await call('getPush', undefined, ada.token)).endpoint;

const shownBy = (worker: Worker) => worker.evaluate<Record<string, unknown>[]>('self.shown');
const openedBy = (worker: Worker) => worker.evaluate<string[]>('self.opened');
const presses = (worker: Worker, path: string) =>
  worker.evaluate(`self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { data: ${JSON.stringify(path)}, close() {} },
  }))`);

/** The browser's subscription, as if its push service were the sandbox's. */
const subscription = ({ endpoint, p256dh, auth }: PushDevice['subscription']): string => `(() => {
  let present = null;
  const made = {
    endpoint: ${JSON.stringify(endpoint)},
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: made.endpoint, keys: ${JSON.stringify({ p256dh, auth })} }),
    unsubscribe: async () => { present = null; return true; },
  };
  PushManager.prototype.subscribe = async () => (present = made);
  PushManager.prototype.getSubscription = async () => present;
})()`;

/** What the server sent to the device, read as only the device can. */
async function noticesAt(device: PushDevice): Promise<Notice[]> {
  const { pushes } = await journal();
  return pushes
    .filter((one) => device.subscription.endpoint.endsWith(`/push/${one.device}`))
    .map(({ body }) => device.read(body) as Notice);
}

const unreached =
  'Your browser could not reach the service that brings its notices. Nothing has changed; try again later.';

test('notices are offered on a slip, never asked for without a press, fail calmly, come when a purchase ends, and open its slip', async ({
  page,
  context,
}) => {
  const ada = await aUser({ naira: 1_000 });
  const delivered = await buys(ada);
  await context.addInitScript(permission('default', 'granted'));
  await isSignedIn(page, ada);
  await page.goto(`/profile/transactions/${delivered._id}`);
  const offer = page.getByRole('region', { name: 'Notices' });
  await expect(offer).toContainText('Tell me on this phone when a purchase ends');
  expect(await page.evaluate('Notification.permission')).toBe('default');
  await offer.getByRole('button', { name: 'Turn on notices' }).click();
  await expect(offer.getByRole('status')).toHaveText(unreached, { timeout: 40_000 });
  expect(await endpointOf(ada)).toBeNull();
  await hasNoViolations(page);
  await offer.getByRole('button', { name: 'Do not ask again' }).click();
  await expect(offer).toBeHidden();

  const device = newPushDevice(`${sandboxUrl()}/push/${ada.userName}`);
  await page.goto('/profile/security');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Notices on this device' }) });
  await page.evaluate(subscription(device.subscription));
  await section.getByRole('button', { name: 'Turn on notices' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await hasNoViolations(page);
  expect(await endpointOf(ada)).toBe(device.subscription.endpoint);

  const pending = await buys(ada, '0002');
  expect(pending.trans_Status).toBe('pending');
  const worker = await workerOf(page, context);
  await expect.poll(() => noticesAt(device), { timeout: 30_000 }).toHaveLength(1);
  const [notice] = await noticesAt(device);
  await push(page, context, notice);
  const path = `/profile/transactions/${pending._id}`;
  // Quiet, because somebody looks at the program.
  await expect
    .poll(() => shownBy(worker))
    .toEqual([expect.objectContaining({ title: 'Jara', tag: pending._id, data: path, silent: true })]);
  await presses(worker, path);
  await expect.poll(() => openedBy(worker)).toEqual([new URL(path, page.url()).href]);

  await section.getByRole('button', { name: 'Turn off notices' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  expect(await endpointOf(ada)).toBeNull();
  await page.evaluate(permission('default', 'denied'));
  await section.getByRole('button', { name: 'Turn on notices' }).click();
  await expect(section).toContainText('Your browser does not allow notices from this site. Press the sign');
  await expect(section.getByRole('button')).toHaveCount(0);

  // What was opened is the slip; while a tab shows it, that is taken and no other is opened. The offer was answered for good.
  await page.goto(path);
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(offer).toBeHidden();
  await presses(worker, path);
  await expect.poll(() => worker.evaluate('self.focused')).toEqual([page.url()]);
  expect(await openedBy(worker)).toHaveLength(1);
});
