import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RecoveryItem } from '@jara/contract/calls/recovery.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { timeWords } from '../../../shared/when.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, type CallReply } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { QueueFrame } from '../review-queue/queue-frame.tsx';
import { DecideItem } from './decide-item.tsx';
import { OpenSheet } from './open-sheet.tsx';
import { RecoveryItems } from './recovery-items.tsx';

type Page = CallReply<'getRecovery'>;
type Recovery = NonNullable<Page['recovery']>;

const mostButtons = 4;
/** Questions are answered by the providers while one looks. */
const askEveryMs = 10_000;

const recoveryQuery = (page: number) =>
  queryOptions({
    queryKey: keys.recoveryPage(page),
    queryFn: ({ signal }) => send('getRecovery', { page }, { signal }),
    refetchInterval: askEveryMs,
  });

export default function AfterRestore() {
  const [search, setSearch] = useSearchParams();
  const wanted = Number(search.get('page') ?? 1);
  const number = Number.isInteger(wanted) && wanted > 1 ? wanted : 1;
  const list = useQuery({ ...recoveryQuery(number), placeholderData: keepPreviousData });
  return (
    <div className="grid grid-cols-1 gap-5">
      <ScreenHead title="After a restore">
        What was sold and paid after the moment to which the database was restored is not in the books, but it
        happened. The shop stays closed until everybody was asked.
      </ScreenHead>
      <QueueFrame list={list}>
        {(page) =>
          page.recovery === null ? (
            <Empty title="Never restored">The database was never restored to the past.</Empty>
          ) : (
            <Parts
              page={page}
              recovery={page.recovery}
              onPage={(next) => {
                setSearch({ page: String(next) }, { replace: true });
                window.scrollTo(0, 0);
              }}
            />
          )
        }
      </QueueFrame>
    </div>
  );
}

function Parts({
  page,
  recovery,
  onPage,
}: {
  page: Page;
  recovery: Recovery;
  onPage: (page: number) => void;
}) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [deciding, setDeciding] = useState<RecoveryItem>();
  const decide = isAdmin ? setDeciding : undefined;
  const { asked, deliveries, counts } = page;
  return (
    <>
      <State page={page} recovery={recovery} isAdmin={isAdmin} />
      <RecoveryItems
        title="Asked and compared"
        note={
          asked.length === 0
            ? 'The server asks everybody within seconds.'
            : counts.asked === 0
              ? 'Nothing is missing.'
              : `${counts.asked} of ${asked.length} missing. Suppliers with a list are asked by the server; all else an admin compares.`
        }
        items={asked}
        onDecide={decide}
      />
      <RecoveryItems
        title="Delivered, and not in the books"
        note={
          deliveries.length === 0
            ? 'No supplier has named one.'
            : `${counts.deliveries.toLocaleString('en-NG')} not explained. The shop may open before they are.`
        }
        items={deliveries}
        onDecide={decide}
      />
      <Pager page={page.page} totalPages={page.totalPages} most={mostButtons} onPage={onPage} />
      <Sheet
        title={deciding?.kind === 'delivery' ? 'Explain a delivery' : 'Compared by hand'}
        open={deciding !== undefined}
        onClose={() => setDeciding(undefined)}
      >
        {deciding !== undefined && (
          <DecideItem key={deciding._id} item={deciding} onDone={() => setDeciding(undefined)} />
        )}
      </Sheet>
    </>
  );
}

function State({
  page: { asked, counts },
  recovery: { restoredTo, closedAt, opening },
  isAdmin,
}: {
  page: Page;
  recovery: Recovery;
  isAdmin: boolean;
}) {
  const [isOpening, setOpening] = useState(false);
  const isReady = asked.length > 0 && counts.asked === 0;
  const moment = timeWords(restoredTo, { precise: true });
  if (opening !== null) {
    return (
      <Notice tone="success" title="The shop is open">
        Restored to {moment}; opened {timeWords(opening.openedAt, { precise: true })} by{' '}
        {opening.openedBy ?? 'a command on the machine'}: {opening.reason}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="amber"
        title={`The shop is closed since ${timeWords(closedAt, { precise: true })}`}
        action={
          isAdmin && (
            <span className="pt-1">
              <Button compact disabled={!isReady} onClick={() => setOpening(true)}>
                Open the shop
              </Button>
            </span>
          )
        }
      >
        Restored to {moment}.{' '}
        {isReady ? 'Everybody was asked: an admin may open it.' : 'It opens when nothing below is missing.'}
      </Notice>
      {isOpening && <OpenSheet onClose={() => setOpening(false)} />}
    </>
  );
}
