/** The chapters of `/developers` before its list of calls. */
import { paths, type CallName } from '@jara/contract/paths.ts';
import { refusals } from '@jara/contract/refusals.ts';
import { readText } from './files.ts';
import { joined, type Html } from '../../platform/html.ts';
import { codeBlock, list, p, table, tabs } from './html.ts';

export interface Chapter {
  id: string;
  title: string;
  body: Html;
}

const lines = (pieces: readonly Html[]): Html => joined(pieces, '\n');
const addressOf = (name: CallName): string => paths[name].slice(paths[name].indexOf('/'));

const outcomes = [
  ['0001', 'Refused; the money is back at once'],
  ['0002', 'Processing, delivered after 10 s'],
  ['0003', 'Processing, refused after 10 s'],
  ['0004', 'Delivered, but the connection drops before the answer'],
  ['0005', 'Times out, never delivered'],
  ['0006', 'Answers 500 after delivering'],
  ['0007', 'Answers with an HTML page, not delivered'],
  ['0008', 'Slow: 5 s, then delivered'],
  ['0009', 'Processing for ever'],
  ['0010', "The supplier's float is too low: refused"],
  ['0011', 'Delivered, taken back 30 s later: refunded'],
  ['0012', 'Electricity: delivered, and the token comes later'],
] as const;

const buySamples = [
  ['curl', 'server/samples/buy.sh'],
  ['PHP', 'server/samples/buy.php'],
  ['Python', 'server/samples/buy.py'],
  ['JavaScript', 'server/samples/buy.mjs'],
  ['C#', 'server/samples/buy.cs'],
] as const;

/** The address that the samples are written for, so that each runs as it stands; the page names its own. */
export const sampleOrigin = 'http://127.0.0.1:3000';

function quickStart(origin: string, isSandbox: boolean): Chapter {
  const screen = `${origin}/profile/developer`;
  const token = `export TOKEN=${isSandbox ? 'jara_test_' : 'jara_live_'}...`;
  const look = `curl -s ${origin}${addressOf('listTransactions')}/REFERENCE -H "x-auth-token: $TOKEN"`;
  const buy = buySamples.map(
    ([language, file]) => [language, readText(file).replaceAll(sampleOrigin, origin)] as const,
  );
  return {
    id: 'start',
    title: 'First purchase',
    body: lines([
      p(
        isSandbox
          ? 'This installation is a **sandbox**: money is play money, and nothing reaches a real network. One token and one request, and you have bought airtime.'
          : 'One token and one request, and you have bought airtime. This installation is **live**: money is real.',
      ),
      p(
        `1. Make an API token at \`${screen}\`, and give it to your program. Your password is for you alone: no program needs it.` +
          (isSandbox
            ? ' Who has no account yet logs in there as `apiuser` with the password `JaraSandbox1`.'
            : ''),
      ),
      codeBlock(token),
      p('2. Buy. The answer has a `receipt`; what to do with each answer stands in the sample.'),
      tabs('buy', 'Language of the purchase', buy),
      codeBlock(look, '3. Look at it again by its `reference`'),
    ]),
  };
}

const authentication: Chapter = {
  id: 'authentication',
  title: 'Authentication',
  body: lines([
    p(
      'Send a token with each request, as `x-auth-token: TOKEN` or as `Authorization: Bearer TOKEN`. Never in an address: addresses end up in logs.',
    ),
    table(
      ['Token', 'Where from', 'What it may'],
      [
        [
          'API token',
          '`POST /api/v1/auth/apiToken`, with your password. Begins with `jara_test_` in a sandbox and `jara_live_` where money is real',
          'Buy, send, withdraw, read. It lives until you delete it. It gives no rights of staff',
        ],
        [
          'Session',
          '`POST /api/v1/auth/login`',
          'Everything that you may. It ends after {SESSION_IDLE_HOURS} hours without use, and after {SESSION_ABSOLUTE_DAYS} days',
        ],
      ],
    ),
    p(
      'Make one API token for each of your programs, so that you can end one without the others. To replace one without a pause, rotate it: old and new work together for {API_TOKEN_OVERLAP_HOURS} hours.',
    ),
    p('A **401** means one thing only: the token is over. A wrong password or a missing right is 403.'),
  ]),
};

const idempotency: Chapter = {
  id: 'once',
  title: 'Doing it once',
  body: lines([
    p(
      'A connection can break after we have heard you and before you have heard us. So send an `Idempotency-Key` with each call that moves money: any 1 to 255 visible ASCII characters, such as your own order number. When in doubt, send the same request again with the same key.',
    ),
    table(
      ['You send', 'You get'],
      [
        [
          'the same key, the same request',
          'the present state of the first one, with `Idempotent-Replayed: true`. Nothing is bought twice',
        ],
        [
          'the same key while the first one runs',
          'its answer when it is ready, or 409 `idempotency_in_progress` with `Retry-After`',
        ],
        ['the same key, another request', '422 `idempotency_key_reused`'],
        [
          'no key, the same purchase within {PURCHASE_DUPLICATE_WINDOW_SECONDS} s',
          '409 `possible_duplicate` with the first receipt; `"force": true` buys again',
        ],
      ],
    ),
    p(
      'Keys are yours alone and are kept for 30 days. `request_id` in the body means the same as the header.',
    ),
    p(
      'The key is also the `clientReference` of what it made, for good: it comes back in receipts, webhooks, events and CSV files, and `GET /api/v1/transaction/{clientReference}` finds it, so your order number is all that you need to remember. A field `clientReference` in the body gives it another name and changes nothing of the key. `metadata`, an object of your own with up to 1,024 bytes of JSON, comes back in the same places but the CSV file. Only you and our staff see them.',
    ),
  ]),
};

const statuses: Chapter = {
  id: 'outcomes',
  title: 'Outcomes',
  body: lines([
    table(
      ['Answer', '`trans_Status`', 'What it means', 'What to do'],
      [
        ['200', '`success`', 'Delivered', 'Nothing'],
        [
          '202',
          '`pending`',
          'Paid; the network has not told us how it ends',
          'Wait for the webhook, or ask again. Never buy it again',
        ],
        [
          '422 `supplier_refused`',
          '`failed`',
          'Not delivered, and the money is back',
          'Tell your customer. To buy again, send a new key: this one keeps answering 422',
        ],
        [
          '409 `price_changed`',
          'none',
          'The price is not what `expectedAmount` said. Nothing was bought',
          'Show the new price',
        ],
        ['500, 503, no answer', 'unknown', 'We do not know what you know', 'Send it again with the same key'],
      ],
    ),
    p(
      'A transaction that was a `success` becomes `refunded` when the network takes it back or staff return the money: a transaction of type `refund` then shows the return. Follow a purchase by webhook, by `GET /api/v1/transaction/{id}` with our reference or yours, or live by `GET /events`.',
    ),
    p(
      'Money is naira, as JSON numbers with at most two decimals. Ids are strings. Times are ISO 8601 in UTC.',
    ),
  ]),
};

const errors: Chapter = {
  id: 'errors',
  title: 'Refusals',
  body: lines([
    p(
      'Every refusal is `{ "msg", "code", "requestId" }`, with `errors: [{ "field", "msg" }]` where fields are at fault. Show `msg` to people, decide by `code`, quote `requestId` to support. These are all codes that there are:',
    ),
    table(
      ['Status', 'Code', 'Sentence'],
      Object.entries(refusals).map(([code, { status, msg }]) => [String(status), `\`${code}\``, msg]),
    ),
  ]),
};

const sandbox: Chapter = {
  id: 'sandbox',
  title: 'Sandbox numbers',
  body: lines([
    p(
      'In a sandbox the last four digits of the phone or meter number choose what happens. Every other number is delivered at once: `08031234567` works, `08031230002` keeps you waiting.',
    ),
    table(
      ['Ends with', 'What happens'],
      outcomes.map(([digits, text]) => [`\`${digits}\``, text]),
    ),
    p(
      'Meters that begin with `77` get three tokens, those with `88` have a minimum of ₦2,000, and those that end in `0000` do not exist. `POST /api/v1/loophole` fills your wallet with play money, up to ₦{TEST_TOP_UP_MAXIMUM_NAIRA} at a time.',
    ),
  ]),
};

const verifySamples = [
  ['TypeScript', 'server/samples/verify.ts'],
  ['PHP', 'server/samples/verify.php'],
  ['Python', 'server/samples/verify.py'],
] as const;

const webhooks: Chapter = {
  id: 'webhooks',
  title: 'Webhooks',
  body: lines([
    p(
      'Set the address of your server at `POST /api/v1/auth/updateWebhook`; the answer has your secret (`whsec_…`), once. From then on it is told when a transaction of yours has its outcome: `transaction.success`, `transaction.failed`, `transaction.refunded`. `POST /api/v1/auth/webhook/test` sends a `webhook.test` now.',
    ),
    p('Messages follow Standard Webhooks 1.0.0. Verify each one before you believe it:'),
    tabs(
      'verify',
      'Language of the webhook check',
      verifySamples.map(([language, file]) => [language, readText(file)]),
    ),
    list([
      'Work on the bytes that came. A body that was parsed and written again has another signature.',
      '`webhook-id` is the same in every try of a message: keep it, and drop what you have seen.',
      '`data.clientReference` is your own name of the order, so that you need not wait for our answer to know which one it is.',
      'Messages may come late, twice and in any order. `data` is the transaction as it stood when the message was sent.',
      'Answer 2xx within 15 s, then do the work. Anything else is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h; 410 ends it.',
      '`GET /api/v1/auth/webhook/messages` shows what was sent and what your server said; each can be sent again.',
    ]),
  ]),
};

export const chapters = (origin: string, isSandbox: boolean): Chapter[] => [
  quickStart(origin, isSandbox),
  authentication,
  idempotency,
  statuses,
  errors,
  ...(isSandbox ? [sandbox] : []),
  webhooks,
];
