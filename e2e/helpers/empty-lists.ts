/** The lists of staff with nothing in them, on a page of theirs: what other journeys put there does not show. */
import type { Page } from '@playwright/test';
import type { CallReply } from '@jara/contract/api.ts';

const onePage = { page: 1, totalPages: 1 };
const answers = {
  waiting: {
    ...onePage,
    waiting: [],
    floats: [],
    heldBack: 0,
    counts: {
      staff: 0,
      asked: 0,
      suspense: 0,
      disputes: 0,
      recovery: 0,
      staffRequests: 0,
      webhooksGivenUp: 0,
    },
  } satisfies CallReply<'listWaiting'>,
  disputes: {
    disputes: [],
    next: null,
    counts: { open: 0, answered: 0 },
  } satisfies CallReply<'listDisputes'>,
  suspense: {
    ...onePage,
    suspense: [],
    total: 0,
    counts: { open: 0, decided: 0 },
  } satisfies CallReply<'listSuspense'>,
  staffRequests: {
    ...onePage,
    staffRequests: [],
    counts: { waiting: 0, ended: 0 },
  } satisfies CallReply<'listStaffRequests'>,
  recovery: {
    ...onePage,
    recovery: null,
    asked: [],
    deliveries: [],
    counts: { asked: 0, deliveries: 0 },
  } satisfies CallReply<'getRecovery'>,
  coupons: { coupons: [], next: null } satisfies CallReply<'listCoupons'>,
};

const addresses = new RegExp(String.raw`/api/v1/admin/(${Object.keys(answers).join('|')})(\?|$)`);

/** From the next screen on; `areEmpty: false` shows what there is. */
export async function emptiesStaffLists(page: Page, areEmpty: boolean): Promise<void> {
  await page.unroute(addresses);
  if (!areEmpty) return;
  await page.route(addresses, (route) => {
    const [, list = ''] = addresses.exec(route.request().url()) ?? [];
    return route.fulfill({ json: new Map<string, object>(Object.entries(answers)).get(list) });
  });
}
