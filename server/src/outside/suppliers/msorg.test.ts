import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '@jara/contract/money.ts';
import {
  apiKey,
  connectSupplier,
  order,
  orderBody,
  otherIdent,
  reference,
  said,
  sent,
  sold,
} from '../testing/msorg-sample.ts';
import { page, useScriptedServer, type Reply, type SeenRequest } from '../testing/scripted-server.ts';
import type { MsorgOptions } from './msorg.ts';
import type { OrderKind, SentOrder, Supplier } from './supplier.ts';

const server = await useScriptedServer();
let supplier: Supplier;

beforeEach(() => {
  supplier = connectSupplier(server.url, { lastDelivered: lastIs('airtime') });
});
afterEach(() => supplier.close());

const html = (status: number): Reply => ({
  bytes: page(status, '<!DOCTYPE html><h1>Service unavailable</h1>'),
});
const search = `/api/data/?search=${reference}`;

const isSearch = ({ path }: SeenRequest) => path.includes('search=');

/** What our own database has as delivered, and the list of a site whose search finds it. */
const delivered = { ...orderBody, ident: 'JR0000SOLD1' };
const lastIs = (kind: OrderKind) => () => Promise.resolve({ kind, reference: 'JR0000SOLD1' });
const isForIt = ({ path }: SeenRequest) => path.endsWith('search=JR0000SOLD1');
const findingIt =
  (listFor: (request: SeenRequest) => unknown) =>
  (request: SeenRequest): Reply =>
    said(200, isForIt(request) ? [delivered] : listFor(request));
const askedPaths = () => server.requests.map(({ path }) => path);

describe('what is sent', () => {
  beforeEach(() => {
    server.onRequest = () => sold();
  });

  it('is a data order with the ids of that supplier', async () => {
    await supplier.vend(order);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/data/',
      headers: { authorization: `Token ${apiKey}` },
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      network: 6,
      mobile_number: '08091234567',
      plan: 231,
      Ported_number: false,
      ident: reference,
    });
  });

  it('is an airtime order in naira, with the other ids', async () => {
    await supplier.vend({ ...order, kind: 'airtime', supplierPlanId: null, isPorted: true });
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/api/topup/' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      network: 4,
      mobile_number: '08091234567',
      amount: 240,
      airtime_type: 'VTU',
      Ported_number: true,
      ident: reference,
    });
  });

  it.each([
    ['a plan that this supplier does not number', { supplierPlanId: null }],
    ['a plan with something else than a number', { supplierPlanId: '231 or 232' }],
    ['airtime with kobo', { kind: 'airtime', faceValueKobo: kobo(10_050) } as const],
    ['no airtime', { kind: 'airtime', faceValueKobo: kobo(0) } as const],
  ])('is nothing for %s', async (_what, change) => {
    expect(await supplier.vend({ ...order, ...change })).toMatchObject({ outcome: 'refused', raw: null });
    expect(server.requests).toHaveLength(0);
  });
});

describe('asking about an order whose id is not known', () => {
  it.each([
    ['a plain array', [orderBody]],
    ['a page', { count: 1, next: null, previous: null, results: [orderBody] }],
  ])('finds it in %s', async (_form, list) => {
    server.onRequest = () => said(200, list);
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'delivered', supplierId: '48210001' });
    expect(askedPaths()).toEqual([search]);
  });

  it('looks among airtime orders for airtime', async () => {
    server.onRequest = () => said(200, [{ ...orderBody, Status: 'processing' }]);
    expect(await supplier.requery({ ...sent, kind: 'airtime' })).toMatchObject({ reason: 'processing' });
    expect(askedPaths()).toEqual([`/api/topup/?search=${reference}`]);
  });

  it('takes only the row with exactly our reference', async () => {
    const rows = [
      { ...orderBody, ident: `${reference}0` },
      { ...orderBody, id: 5, Status: 'failed' },
    ];
    server.onRequest = () => said(200, rows);
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'refused', supplierId: '5' });
  });

  it('believes the delivery when the reference was used twice', async () => {
    const rows = [
      { ...orderBody, id: 5, Status: 'failed' },
      { ...orderBody, id: 6, Status: 'processing' },
      orderBody,
    ];
    server.onRequest = () => said(200, rows);
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'delivered', supplierId: '48210001' });
    server.onRequest = () => said(200, rows.slice(0, 2));
    expect(await supplier.requery(sent)).toMatchObject({ reason: 'processing', supplierId: '6' });
  });

  it('says not found when the search finds another order that is there, but not ours', async () => {
    const newest = { ...orderBody, ident: 'JR0000NEWEST1' };
    server.onRequest = findingIt((request) =>
      !isSearch(request) || request.path.endsWith('JR0000NEWEST1') ? [newest] : [],
    );
    expect(await supplier.requery(sent)).toEqual({
      outcome: 'not_found',
      supplierId: null,
      message: null,
      raw: '[]',
    });
    expect(askedPaths()).toEqual([
      search,
      '/api/topup/?search=JR0000SOLD1',
      '/api/data/',
      '/api/data/?search=JR0000NEWEST1',
    ]);
    // Proved again the next time: the site may have lost everything since.
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'not_found' });
    expect(askedPaths()).toHaveLength(8);
    server.onRequest = findingIt((request) => (isSearch(request) ? [] : [newest]));
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
  });

  describe('of a supplier that has delivered before, as our own database knows,', () => {
    const ask = async (
      lastDelivered: NonNullable<MsorgOptions['lastDelivered']>,
      listFor: (request: SeenRequest) => unknown,
    ) => {
      const before: Date[] = [];
      const restarted = connectSupplier(server.url, {
        lastDelivered: (sentBefore) => {
          before.push(sentBefore);
          return lastDelivered(sentBefore);
        },
      });
      server.onRequest = (request) => said(200, listFor(request));
      const answer = await restarted.requery(sent);
      await restarted.close();
      for (const time of before) expect(time).toEqual(sent.sentAt);
      return answer;
    };

    it('an empty list proves nothing', async () => {
      expect(await ask(lastIs('data'), () => ({ count: 0, results: [] }))).toMatchObject({
        outcome: 'unknown',
      });
    });

    it('nor does one that has newer orders and not that one', async () => {
      const newer = { ...orderBody, ident: 'JR0000NEWER1' };
      const listFor = (request: SeenRequest) =>
        isSearch(request) && !request.path.endsWith('JR0000NEWER1') ? [] : [newer];
      expect(await ask(lastIs('data'), listFor)).toMatchObject({ outcome: 'unknown' });
    });

    it('nor an empty one of this kind, when what it delivered was of another', async () => {
      const listFor = (request: SeenRequest) => (isForIt(request) ? [delivered] : []);
      expect(await ask(lastIs('airtime'), listFor)).toMatchObject({ outcome: 'unknown' });
    });

    it('nothing is proved while the database cannot say', async () => {
      const broken = () => Promise.reject(new Error('no database'));
      expect(await ask(broken, () => [])).toMatchObject({ outcome: 'unknown' });
    });

    it('an empty search is believed when another one finds that order', async () => {
      const listFor = (request: SeenRequest) => (isForIt(request) ? [delivered] : []);
      expect(await ask(lastIs('data'), listFor)).toMatchObject({ outcome: 'not_found' });
    });
  });

  it('proves the search with an order of its own when it knows one', async () => {
    server.onRequest = () => said(201, { ...orderBody, ident: 'JR0000BEFORE1' });
    await supplier.vend({ ...order, reference: 'JR0000BEFORE1' });
    server.onRequest = findingIt(({ path }) =>
      path.endsWith('JR0000BEFORE1') ? [{ ...orderBody, ident: 'JR0000BEFORE1' }] : [],
    );
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'not_found' });
    expect(askedPaths().slice(1)).toEqual([
      search,
      '/api/topup/?search=JR0000SOLD1',
      '/api/data/?search=JR0000BEFORE1',
    ]);
  });

  it.each([
    ['has no orders at all', () => ({ count: 0, results: [] })],
    [
      'finds what is in its list',
      (request: SeenRequest) => (isSearch(request) && isOurs(request) ? [] : [there]),
    ],
  ])('knows nothing of a supplier that never delivered, though it %s', async (_what, listFor) => {
    const fresh = connectSupplier(server.url, { lastDelivered: () => Promise.resolve(null) });
    server.onRequest = (request) => said(200, listFor(request));
    expect(await fresh.requery(sent)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
    expect(await fresh.requery({ ...sent, supplierId: '48210001' })).toMatchObject({ outcome: 'unknown' });
    await fresh.close();
  });

  it('believes one that never delivered, if that was asked for', async () => {
    const options = { lastDelivered: () => Promise.resolve(null), believesUnproven: true };
    const fresh = connectSupplier(server.url, options);
    server.onRequest = () => said(200, []);
    expect(await fresh.requery(sent)).toMatchObject({ outcome: 'not_found' });
    await fresh.close();
  });

  const isOurs = ({ path }: SeenRequest) => path === search;
  const there = { ...orderBody, ident: 'JR0000NEWEST1' };
  it.each([
    ['finds nothing, not even what is there', (request: SeenRequest) => (isSearch(request) ? [] : [there])],
    ['shows the same whatever is searched for', () => [there]],
    ['gives no names', (request: SeenRequest) => (isSearch(request) ? [] : [{ ...there, ident: null }])],
  ])('does not believe a search that %s', async (_what, listFor) => {
    server.onRequest = findingIt(listFor);
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
  });

  it('does not believe a site that has been seen to rename orders', async () => {
    server.onRequest = () => said(201, { ...orderBody, ident: otherIdent });
    await supplier.vend(order);
    server.onRequest = findingIt(({ path }) =>
      path === search ? [] : [{ ...orderBody, ident: otherIdent }],
    );
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
  });

  it.each([
    ['a page', html(200), 'unreadable'],
    ['an object that is no list', said(200, { results: {} }), 'unreadable'],
    ['an order instead of a list', said(200, orderBody), 'unreadable'],
    ['a list of other things', said(200, ['x', null]), 'unreadable'],
    ['a list with an error status', said(404, []), 'unexpected_status'],
    ['"not there"', said(404, { detail: 'Not found.' }), 'unreadable'],
    ['a bad key', said(401, { detail: 'Invalid token.' }), 'unexpected_status'],
    ['an error page', html(500), 'server_error'],
    ['silence', null, 'timeout'],
    ['a cut connection', { bytes: '', afterwards: 'destroy' } as const, 'connection'],
  ])('knows nothing after %s', async (_what, scripted, reason) => {
    server.onRequest = () => scripted;
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'unknown', reason });
    expect(server.requests).toHaveLength(1);
  });
});

describe('asking about an order whose id is known', () => {
  const known: SentOrder = { ...sent, supplierId: '48210001' };
  const byId = '/api/data/48210001/';

  it('asks for that id only', async () => {
    server.onRequest = () => said(200, { ...orderBody, Status: 'processing' });
    expect(await supplier.requery(known)).toMatchObject({ reason: 'processing', supplierId: '48210001' });
    expect(await supplier.requery({ ...known, kind: 'airtime' })).toMatchObject({ reason: 'processing' });
    expect(server.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', byId],
      ['GET', '/api/topup/48210001/'],
    ]);
  });

  it('says not found when the id is not there and the list does not have the order', async () => {
    const asking = connectSupplier(server.url, { lastDelivered: lastIs('data') });
    server.onRequest = (request) =>
      request.path === byId ? said(404, { detail: 'Not found.' }) : findingIt(() => [])(request);
    expect(await asking.requery(known)).toMatchObject({ outcome: 'not_found', supplierId: '48210001' });
    await asking.close();
  });

  it.each([
    ['has lost what it delivered', said(200, [])],
    ['cannot be read', html(200)],
  ])('knows nothing when the id is not there and the list %s', async (_what, list) => {
    server.onRequest = ({ path }) => (path === byId ? said(404, { detail: 'Not found.' }) : list);
    expect(await supplier.requery(known)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
  });

  it('takes the order from the list when the id is not there', async () => {
    server.onRequest = ({ path }) =>
      path === byId ? said(404, { detail: 'Not found.' }) : said(200, [{ ...orderBody, id: 77 }]);
    expect(await supplier.requery(known)).toMatchObject({ outcome: 'delivered', supplierId: '77' });
  });

  it('does not take an address that is not there for an order that is not there', async () => {
    server.onRequest = () => html(404);
    expect(await supplier.requery(known)).toMatchObject({ outcome: 'unknown', reason: 'unexpected_status' });
  });

  it.each([
    ['another id', { id: 9 }],
    ['another ident', { ident: otherIdent }],
    ['another number', { mobile_number: '08030000000' }],
  ])('never ends on an answer with %s: neither by it, nor by an empty list', async (_what, change) => {
    server.onRequest = ({ path }) => said(200, path === byId ? { ...orderBody, ...change } : []);
    expect(await supplier.requery(known)).toMatchObject({ outcome: 'unknown', reason: 'unreadable' });
    server.onRequest = ({ path }) => said(200, path === byId ? { ...orderBody, ...change } : [orderBody]);
    expect(await supplier.requery(known)).toMatchObject({ outcome: 'delivered' });
  });
});

describe('a hook', () => {
  it('is a hint at a reference, and at nothing else', () => {
    expect(supplier.referenceInHook(orderBody)).toBe(reference);
    for (const other of [null, 'x', [], {}, { ident: 5 }, { ident: '' }, { ident: "x' or 1=1" }, [orderBody]])
      expect(supplier.referenceInHook(other)).toBeNull();
  });
});
