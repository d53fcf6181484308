/** The tokens by which one's programs sign in: masked, and whole only after the password was given again. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiToken } from '@jara/contract/calls/api-tokens.ts';
import { limits } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { timeWords } from '../../../shared/when.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { scopesWords } from './token-terms.tsx';
import { TokenSheet, type TokenStep } from './token-sheet.tsx';

export function ApiTokens() {
  const query = useQuery({
    queryKey: keys.apiTokens,
    queryFn: ({ signal }) => send('listApiTokens', undefined, { signal }),
  });
  const [step, setStep] = useState<TokenStep | null>(null);
  const tokens = query.data?.tokens;
  const isFull = (tokens ?? []).filter(({ endsAt }) => endsAt === null).length >= limits.apiTokensMaximum;
  const add = (
    <Button
      kind={tokens?.length === 0 ? 'primary' : 'secondary'}
      disabled={tokens === undefined || isFull}
      onClick={() => setStep({ name: 'create', usualDailyLimit: query.data?.usualDailyLimit ?? null })}
    >
      <KeyRound size={20} {...pen} /> New token
    </Button>
  );
  return (
    <section aria-labelledby="api-tokens" className="grid grid-cols-1 gap-4 border-t border-ink pt-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="api-tokens" className="display text-lead">
            API tokens
          </h2>
          <p className="max-w-reading text-meta text-ink-2">
            A token does in your name what you let it. Give each program its own, at most{' '}
            {limits.apiTokensMaximum}; whoever has one does the same.
          </p>
        </div>
        {tokens?.length !== 0 && add}
      </div>
      {tokens === undefined ? (
        query.isError || query.fetchStatus === 'paused' ? (
          <LoadFailure
            title="Your tokens could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={2} label="Loading your tokens" />
        )
      ) : tokens.length === 0 ? (
        <Empty title="No tokens yet" action={add}>
          Make one, put it into the header x-auth-token, and your program can buy.
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-y border-line" aria-label="API tokens">
          {tokens.map((token) => (
            <TokenRow key={token._id} token={token} onStep={setStep} />
          ))}
        </ul>
      )}
      <TokenSheet step={step} onStep={setStep} />
    </section>
  );
}

function TokenRow({ token, onStep }: { token: ApiToken; onStep: (step: TokenStep) => void }) {
  const { name, masked, mode, createdAt, lastUsedAt, lastUsedFrom, endsAt, expiresAt } = token;
  const used =
    lastUsedAt === null
      ? 'never used'
      : `last used ${timeWords(lastUsedAt)}${lastUsedFrom === null ? '' : ` from ${lastUsedFrom}`}`;
  const { scopes, addresses, dailyLimit } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 flex-1 grid-cols-1 basis-[15rem] gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
          <Pill tone="plain">{mode}</Pill>
          {endsAt !== null && <Pill tone="amber">ends {timeWords(endsAt)}</Pill>}
        </p>
        <p className="font-mono text-meta [overflow-wrap:anywhere]">{masked}</p>
        <p className="text-meta text-ink-2">
          Made {timeWords(createdAt)}, {used}
        </p>
        <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
          May {scopesWords(scopes)}
          {dailyLimit === null ? ', without a daily limit' : `, ${formatNaira(dailyLimit)} in 24 hours`}
          {addresses.length > 0 && `, from ${addresses.join(', ')} only`}
          {expiresAt !== null && `, until ${timeWords(expiresAt)}`}
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap">
        <Action words="Show" name={name} onClick={() => onStep({ name: 'reveal', token })} />
        {endsAt === null && (
          <Action words="Rotate" name={name} onClick={() => onStep({ name: 'rotate', token })} />
        )}
        <Action words="Limit" name={name} onClick={() => onStep({ name: 'limit', token })} />
        <Action words="Delete" name={name} onClick={() => onStep({ name: 'delete', token })} />
      </div>
    </li>
  );
}

function Action({ words, name, onClick }: { words: string; name: string; onClick: () => void }) {
  return (
    <Button kind="quiet" compact className="min-h-12" aria-label={`${words} ${name}`} onClick={onClick}>
      {words}
    </Button>
  );
}
