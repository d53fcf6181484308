/** The words that open the API's document. The page at `/developers` says more. */
export const introduction = (
  name: string,
  isSandbox: boolean,
): string => `${name} sells airtime, data and electricity in naira.

**Signing in.** Send a token as \`x-auth-token\` (or \`Authorization: Bearer\`): an API token that you make at \`POST /api/v1/auth/apiToken\`,
or that of a session, from \`POST /api/v1/auth/login\`. A 401 means only that the token is over. Tokens are never accepted in an address.

**Money.** Naira as JSON numbers with at most two decimals; plain decimal strings are accepted too. Exponents, signs and separators are refused.

**Doing it once.** Send an \`Idempotency-Key\` with each call that moves money. A repeat with the same body gives the present state of the
same operation and \`Idempotent-Replayed: true\`; another body is 422.

**Outcomes.** 200 delivered. 202 accepted and paid, the outcome is not known yet. 422 \`supplier_refused\`: not delivered, the money is back.

**Refusals** carry \`msg\` for people, \`code\` for programs and \`requestId\`; \`errors\` names the fields at fault.
${isSandbox ? '\nThis is the sandbox: play money, and numbers whose last four digits choose what happens. They are listed at `/developers`.\n' : ''}`;
