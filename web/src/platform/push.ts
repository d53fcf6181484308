/**
 * Notices on this device, also while the program is closed. The browser has one subscription, at a service of its maker's choice; the server
 * knows it for as long as a session lasts, and hears of it again when the same person logs in. Nobody is asked for the permission but by a
 * button of ours.
 */
import { isSafariOnPhone } from './install.ts';
import { Refusal, send, Unreachable, wordsOf } from './send.ts';
import { getSession, subscribeSession } from './session.ts';
import { readLocal, writeLocal } from './local-storage.ts';
import { isWorkerOff } from './worker-switch.ts';

/**
 * - `unsupported`: this browser cannot; `not installed`: it can once the program is on the home screen (Safari on phones)
 * - `unavailable`: the operator has switched off the service worker, which would show them
 * - `denied`: the person, or the browser, does not let this site
 */
export type PushState = 'unsupported' | 'not installed' | 'unavailable' | 'denied' | 'off' | 'on';

/** Who switched notices on in this browser, by id; none while they are off. */
const onForKey = 'noticesOnFor';
const patienceMs = 15_000;

/** The browser, or the service that it asks, does not give a subscription. */
class NoSubscription extends Error {
  override name = 'NoSubscription';
}

/** The sentence for anything that `switchPushOn` throws. */
export function pushWordsOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Unreachable
    ? wordsOf(error)
    : 'Your browser could not reach the service that brings its notices. Nothing has changed; try again later';
}

/** What is known without asking anybody; undefined where only the server knows. */
export function pushStateHere(): Exclude<PushState, 'on'> | undefined {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isSafariOnPhone() ? 'not installed' : 'unsupported';
  }
  if (isWorkerOff()) return 'unavailable';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'default' ? 'off' : undefined;
}

export async function readPushState(signal?: AbortSignal): Promise<PushState> {
  const here = pushStateHere();
  if (here !== undefined) return here;
  const { endpoint } = await send('getPush', undefined, signal === undefined ? {} : { signal });
  const subscription = await currentSubscription();
  return endpoint !== null && subscription?.endpoint === endpoint ? 'on' : 'off';
}

/** Asks the person where that is needed: call it from a press of a button. */
export async function switchPushOn(): Promise<PushState> {
  if (isWorkerOff()) return 'unavailable';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const { publicKey } = await send('getPush');
  await informServer(await subscribe(publicKey));
  return 'on';
}

/** The server first: what it does not know it cannot use. */
export async function switchPushOff(): Promise<PushState> {
  await send('unsubscribePush');
  await forgetPush();
  return 'off';
}

/** This browser's own part of it. */
async function forgetPush(): Promise<void> {
  writeLocal(onForKey, null);
  await endSubscription();
}

async function endSubscription(): Promise<void> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
}

const userId = (): string | null => getSession().signedIn?.user._id ?? null;

/** Whether this user has switched notices on in this browser, as far as it remembers. */
export const wasPushOn = (): boolean => userId() !== null && readLocal(onForKey) === userId();

let isFollowing = false;

/**
 * For whoever is signed in: a browser may have changed its subscription meanwhile, a session may be a new one, the person may have taken the
 * permission back, or be another one. When a session ends, nobody is told anything here until the same person is back. Without a network
 * it waits for the next start.
 */
export function followPush(): void {
  if (userId() !== null && readLocal(onForKey) !== null) catchUp().catch(() => undefined);
  if (isFollowing) return;
  isFollowing = true;
  subscribeSession(() => {
    // The server may not hear of it.
    if (getSession().token === null && readLocal(onForKey) !== null) endSubscription().catch(() => undefined);
  });
}

async function catchUp(): Promise<void> {
  if (!wasPushOn()) return forgetPush();
  // Only for the time being: what the person chose holds again when the worker is back.
  if (isWorkerOff()) return;
  if (pushStateHere() !== undefined) {
    await switchPushOff();
    return;
  }
  const [{ publicKey, endpoint }, subscription] = await Promise.all([send('getPush'), currentSubscription()]);
  if (subscription?.endpoint !== endpoint) await informServer(await subscribe(publicKey));
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** One that was made for another key, as after a move of the server, gives way. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(publicKey);
  try {
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    const present = await pushManager.getSubscription();
    if (present !== null && !isMadeFor(present, applicationServerKey)) await present.unsubscribe();
    return await inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  } catch (problem) {
    throw new NoSubscription('no subscription', { cause: problem });
  }
}

async function informServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new NoSubscription('without keys');
  }
  await send('subscribePush', { endpoint, p256dh, auth });
  writeLocal(onForKey, userId());
}

function isMadeFor({ options: { applicationServerKey: key } }: PushSubscription, bytes: Uint8Array): boolean {
  if (key === null) return false;
  const present = new Uint8Array(key);
  return present.length === bytes.length && present.every((byte, index) => byte === bytes[index]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Some browsers without such a service never answer. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new NoSubscription('no answer')), patienceMs);
    }),
  ]);
}
