/** What is owed to users, where money is held for it, and whether the books hold. */
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { agoWords } from '../ago.ts';
import { Figure, Figures } from '../figures.tsx';
import { solvencyQuery } from './queries.ts';

type Reply = CallReply<'getSolvency'>;
type Held = Reply['held'];

/** Of many digits, and larger than a narrow screen with large text. */
const breaking = 'whitespace-normal! [overflow-wrap:anywhere]';

export function Solvency() {
  const { data, isError, error, refetch } = useQuery(solvencyQuery);
  return (
    <section aria-label="Owed and held" className="grid gap-2">
      <h2 className="display text-title">Owed and held</h2>
      {data !== undefined ? (
        <Sums reply={data} />
      ) : isError ? (
        <LoadFailure title="What is owed could not be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function Sums({ reply: { owed, held, remainder, books } }: { reply: Reply }) {
  const isShort = remainder > 0;
  return (
    <Figures label="Sums" wide>
      <Figure
        label="Owed to users"
        note={
          <>
            <Naira amount={owed.accounts} /> in wallets and earnings, the rest open sales, coupons and
            suspense
          </>
        }
      >
        <Naira className={breaking} amount={owed.total} />
      </Figure>
      <Figure label="At suppliers" note={statedWords(ofKind(held, 'supplier'))}>
        <Naira className={breaking} amount={sumOf(ofKind(held, 'supplier'))} />
      </Figure>
      <Figure label="At the payout bank" note={statedWords(ofKind(held, 'bank'))}>
        <Naira className={breaking} amount={sumOf(ofKind(held, 'bank'))} />
      </Figure>
      <Figure
        label={isShort ? 'Must lie elsewhere' : 'Held beyond what is owed'}
        note={isShort ? 'in your own accounts and at gateways' : 'by what suppliers and bank state'}
      >
        <Naira className={breaking} amount={Math.abs(remainder)} />
      </Figure>
      <Figure label="Books" note={auditWords(books)}>
        <Audit brokenRules={books.brokenRules} />
      </Figure>
    </Figures>
  );
}

function Audit({ brokenRules }: { brokenRules: number | null }) {
  if (brokenRules === null) return 'not audited yet';
  if (brokenRules === 0) return 'all rules hold';
  return (
    <span className="text-danger">{brokenRules === 1 ? '1 rule broken' : `${brokenRules} rules broken`}</span>
  );
}

const auditWords = ({ auditedAt, whollyAuditedAt }: Reply['books']): string | undefined => {
  if (auditedAt === null) return undefined;
  const newest = `audited ${agoWords(auditedAt)}`;
  return whollyAuditedAt === null ? newest : `${newest}, wholly ${agoWords(whollyAuditedAt)}`;
};

const ofKind = (held: Held, kind: Held[number]['kind']): Held => held.filter((place) => place.kind === kind);

/** Null when nobody has said anything. */
function sumOf(places: Held): number | null {
  const stated = places.flatMap(({ amount }) => amount ?? []);
  return stated.length === 0 ? null : stated.reduce((sum, amount) => sum + amount, 0);
}

/** When the oldest of the statements was made, and who does not say. */
function statedWords(places: Held): string {
  const times = places.flatMap(({ readAt }) => readAt ?? []);
  const [oldest] = [...times].sort();
  const silent = places.filter(({ readAt, problem }) => readAt === null || problem !== null);
  const stated = oldest === undefined ? [] : [`stated ${agoWords(oldest)}`];
  const missing = silent.length === 0 ? [] : [`${silent.map(({ name }) => name).join(', ')} does not say`];
  return [...stated, ...missing].join('; ') || 'not asked yet';
}
