/** People who buy through outages: each purchase has a key and is asked for again until it has an answer. */
import { Random } from '../../sandbox/src/environment/random.ts';

export interface Buyer {
  token: string;
}

/** One thing that somebody wants to buy. */
export interface Order {
  key: string;
  call: 'buy/airtime' | 'buy/data';
  phone: string;
  body: Record<string, unknown>;
}

/** The final answer to a request: its status, and the purchase's id. */
export interface Answer {
  status: number;
  transactionId: string | undefined;
}

const troubles = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009', '0010', '0011'];
/** MTN goes to one supplier first, Glo to the other. */
const shelves = [
  { network: 1, plans: [1, 2, 5] },
  { network: 2, plans: [15, 16, 17] },
];

/** Requests with a fault in a quarter of them, the same for the same seed. Each has a number of its own. */
export function ordersFrom(seed: number, count: number): Order[] {
  const random = new Random(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return Array.from({ length: count }, (_, index) => {
    const ending = random.next() < 0.75 ? '5555' : pick(troubles);
    const phone = `08${String(index).padStart(5, '0')}${ending}`;
    const { network, plans } = pick(shelves);
    const common = { network, mobile_number: phone };
    const isData = random.next() < 0.5;
    return {
      key: `wish-${seed}-${index}`,
      call: isData ? 'buy/data' : 'buy/airtime',
      phone,
      body: isData
        ? { ...common, plan: pick(plans) }
        : { ...common, amount: 100 + Math.floor(random.next() * 400) },
    };
  });
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

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Says the outcome of the request: delivered, paid and waiting, or refused with the money back. */
const isFinal = (status: number): boolean => status === 200 || status === 202 || status === 422;
const isOurTrouble = (status: number): boolean => status >= 500 || status === 409;

/** A broken connection and our own trouble are asked about again with the same key. */
export async function buyUntilAnswered(url: string, { token }: Buyer, order: Order): Promise<Answer> {
  for (;;) {
    const headers = { 'x-auth-token': token, 'idempotency-key': order.key };
    const answer = await post(url, order.call, order.body, headers).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => null,
    );
    if (answer !== null && isFinal(answer.status)) {
      const { receipt } = JSON.parse(answer.text) as { receipt?: { _id: string } }; // of these three answers
      return { status: answer.status, transactionId: receipt?._id };
    }
    if (answer !== null && !isOurTrouble(answer.status))
      throw new Error(`${order.phone}: ${answer.status} ${answer.text}`);
    await delay(100);
  }
}
