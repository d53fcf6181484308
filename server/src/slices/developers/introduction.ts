/** The words that open the API's document. The page at `/developers` says more. */
import { limits } from '@jara/contract/constants.ts';

export const introduction = (
  name: string,
  isSandbox: boolean,
): string => `${name} sells airtime, data and electricity in naira.

**Signing in.** Send a token as \`x-auth-token\` (or \`Authorization: Bearer\`). Programs use an API token, which lives until you delete it: make
one in your account under API tokens, or at \`POST /api/v1/auth/apiToken\` with the token of a session, from \`POST /api/v1/auth/login\`. A session
ends after {SESSION_IDLE_HOURS} hours without use, so it is for people. What changes the account, such as its webhook, password or tokens, takes a session: an API
token is refused there with 403. A 401 means only that the token is over. Tokens are never accepted in an address.

**Plans.** The \`plan\` of \`POST /api/v1/buy/data\` is the \`id\` of \`GET /api/v1/prices\`, the \`planId\` of \`POST /api/v1/prices\`, and, as text, the
\`_id\` of both: one number with four names.

**Phone numbers** are text: 11 digits that begin with 0, or 234 or +234 in its place; blanks and dashes do not matter. Ten digits without the 0
are refused, and so is a JSON number, which cannot begin with 0.

**Money.** Naira as JSON numbers with at most two decimals; plain decimal strings are accepted too. Exponents, signs and separators are refused.

**Doing it once.** Send an \`Idempotency-Key\` with each call that moves money. A repeat with the same body gives the present state of the
same operation and \`Idempotent-Replayed: true\`; another body is 422. A purchase that ended stays what it is for its key: to buy again after
\`supplier_refused\`, send a new one.

**Your own reference.** The key, or the field \`clientReference\`, stands as \`clientReference\` in receipts, lists, webhooks and CSV files, and finds the
transaction at \`GET /api/v1/transaction/{clientReference}\`. \`metadata\` is an object of your own that comes back with it.

**Waiting.** A purchase is answered when the network has answered, and with 202 after {PURCHASE_WAIT_MS} at the latest. Give your client 30 seconds. When it gives up, send the same request with the same key.

**Outcomes.** 200 delivered. 202 accepted and paid, the outcome is not known yet. 422 \`supplier_refused\`: not delivered, the money is back.

**Refusals** carry \`msg\` for people, \`code\` for programs and \`requestId\`; \`errors\` names the fields at fault.

**Limits.** A body has 32 kB at most. Lists have ${limits.pageSize} entries a page; with the \`next\` of one as \`before\`, \`GET /transaction\` goes on below it. You may have ${limits.apiTokensMaximum} API tokens. Airtime is sold from
₦{AIRTIME_MINIMUM_NAIRA} to ₦{AIRTIME_MAXIMUM_NAIRA}. Whose meter it is may be asked a number of times in an hour, which the call names. One user may make
{API_TOKEN_REQUESTS_PER_MINUTE} requests in a minute by API tokens and {SESSION_REQUESTS_PER_MINUTE} by sessions; \`RateLimit\` and \`RateLimit-Policy\` say what is left.
Beyond a limit the answer is 429 with \`Retry-After\`.

**Sandbox and live** are two installations with users, tokens (\`jara_test_…\`, \`jara_live_…\`) and webhooks of their own, and the same calls: going
live is another address and another token.
${isSandbox ? '\nThis is the sandbox: play money, and numbers whose last four digits choose what happens. They are listed at `/developers`.\n' : ''}`;
