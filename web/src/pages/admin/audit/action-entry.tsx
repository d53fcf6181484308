/** One entry of the record: who did what to what, when, why, and what was before and after. */
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { StaffAction } from '@jara/contract/calls/staff.ts';
import { When } from '../../../shared/when.tsx';
import { to } from '../../../platform/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import { toUser } from '../addresses.ts';
import { changesOf, type Change } from './diff.ts';
import { actionWords } from './words.ts';

export function ActionEntry({ entry }: { entry: StaffAction }) {
  const changes = changesOf(entry.before, entry.after);
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 border-b border-line py-4 lg:grid-cols-[min(19rem,42%)_minmax(0,1fr)]">
      <div className="grid content-start gap-0.5">
        <p className="font-semibold">{actionWords(entry.action)}</p>
        <p className="text-meta">
          <Subject subject={entry.subject} />
        </p>
        <p className="text-meta text-ink-2">
          {entry.actor === null ? (
            'By a command on the machine'
          ) : (
            <Link className="text-ink underline underline-offset-4" to={toUser(entry.actor)}>
              {entry.actor}
            </Link>
          )}{' '}
          · <When iso={entry.createdAt} precise />
        </p>
      </div>
      <div className="grid grid-cols-1 content-start gap-2">
        {entry.reason !== null && <p className="text-meta [overflow-wrap:anywhere]">“{entry.reason}”</p>}
        {changes.length > 0 && (
          <dl className="grid gap-1 text-meta">
            {changes.map((change) => (
              <ChangeRow key={change.name} change={change} />
            ))}
          </dl>
        )}
        <details className="text-label text-ink-2">
          <summary className="inline-flex min-h-6 items-center underline underline-offset-4">
            Where from
          </summary>
          <p className="[overflow-wrap:anywhere]">
            Address {entry.ip}, request <span className="font-mono">{entry.requestId}</span>
          </p>
        </details>
      </div>
    </li>
  );
}

function ChangeRow({ change: { name, before, after } }: { change: Change }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <dt className="min-w-[8rem] text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
        {before !== null && (
          <>
            <del className="text-danger decoration-1">
              <span className="sr-only">before </span>
              {before}
            </del>
            <ArrowRight size={14} className="text-ink-2" {...pen} />
          </>
        )}
        <ins className={classNames('font-semibold no-underline', before !== null && 'text-success')}>
          {before !== null && <span className="sr-only">after </span>}
          {after ?? 'gone'}
        </ins>
      </dd>
    </div>
  );
}

/** `transaction 9` leads to its receipt; the others say what they are. */
function Subject({ subject }: { subject: string }) {
  const [, transaction] = /^transaction (\d+)$/.exec(subject) ?? [];
  if (transaction === undefined) return <span className="[overflow-wrap:anywhere]">{subject}</span>;
  return (
    <Link
      className="text-brand underline underline-offset-4"
      to={`${to.adminTransactions}?transaction=${transaction}`}
    >
      {subject}
    </Link>
  );
}
