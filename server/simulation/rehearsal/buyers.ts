/** People who buy, whatever happens to the shop. */
import { Choice } from '../choose.ts';

export interface Buyer {
  token: string;
}

/** One thing that somebody wants to buy. */
export interface Order {
  key: string;
  call: 'buy/airtime' | 'buy/data';
  body: Record<string, unknown>;
}

/** Without 0009 and 0011, processing for ever and taken back later: what ends after the rehearsal says nothing about it. */
const troubles = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0010'];
/** MTN goes to one supplier first, Glo to the other. */
const shelves = [
  { network: 1, plans: [1, 2, 5] },
  { network: 2, plans: [15, 16, 17] },
];

/** Requests without end, with a fault in a quarter of them, the same for the same seed. Each has a number of its own. */
export function* ordersFrom(seed: number): Generator<Order, never> {
  const choice = new Choice(seed);
  for (let index = 0; ; index += 1) {
    const ending = choice.maybe(0.75) ? '5555' : choice.of(troubles);
    const phone = `08${String(index).padStart(5, '0')}${ending}`;
    const { network, plans } = choice.of(shelves);
    const common = { network, mobile_number: phone };
    const isData = choice.maybe(0.5);
    yield {
      key: `order-${seed}-${index}`,
      call: isData ? 'buy/data' : 'buy/airtime',
      body: isData ? { ...common, plan: choice.of(plans) } : { ...common, amount: choice.between(100, 499) },
    };
  }
}

async function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
}

/** Opens an account and fills its wallet with play money. */
export async function makeBuyer(url: string, number: number): Promise<Buyer> {
  const registered = await post(url, 'auth/register', {
    userName: `buyer_${number}`,
    email: `buyer${number}@people.example`,
    phoneNumber: `0706${String(number).padStart(7, '0')}`,
    password: 'correct horse 9',
    passwordCheck: 'correct horse 9',
  });
  const { token } = (await registered.json()) as Buyer; // the call promises it
  for (let turn = 0; turn < 5; turn += 1)
    await post(url, 'loophole', { amount: 100_000 }, { 'x-auth-token': token });
  return { token };
}

/** One try, whatever comes of it: the status, or null for no answer. */
export async function buyOnce(url: string, { token }: Buyer, order: Order): Promise<number | null> {
  const headers = { 'x-auth-token': token, 'idempotency-key': order.key };
  return post(url, order.call, order.body, headers).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => null,
  );
}
