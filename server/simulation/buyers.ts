/** People who buy through outages: each purchase has a key and is asked for again until it has an answer. */

export interface Buyer {
  token: string;
}

export interface Wish {
  key: string;
  network: number;
  phone: string;
  amount: number;
}

/** The final answer to a wish: its status, and the purchase's id. */
export interface Answer {
  status: number;
  transactionId: string | undefined;
}

async function call(
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
  const registered = await call(url, 'auth/register', {
    userName: `buyer_${number}`,
    email: `buyer${number}@people.example`,
    phoneNumber: `0706${String(number).padStart(7, '0')}`,
    password: 'correct horse 9',
    passwordCheck: 'correct horse 9',
  });
  const { token } = (await registered.json()) as Buyer;
  for (let turn = 0; turn < 5; turn += 1)
    await call(url, 'loophole', { amount: 100_000 }, { 'x-auth-token': token });
  return { token };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Only an answer that says what became of the wish is one: a broken connection and a 503 are asked again with the same key. */
export async function buyUntilAnswered(url: string, { token }: Buyer, wish: Wish): Promise<Answer> {
  for (;;) {
    const response = await call(
      url,
      'buy/airtime',
      { network: wish.network, mobile_number: wish.phone, amount: wish.amount },
      { 'x-auth-token': token, 'idempotency-key': wish.key },
    ).catch(() => undefined);
    if (response !== undefined && response.status !== 503 && response.status !== 409) {
      const body = (await response.json().catch(() => ({}))) as { receipt?: { _id: string } };
      return { status: response.status, transactionId: body.receipt?._id };
    }
    await pause(100);
  }
}
