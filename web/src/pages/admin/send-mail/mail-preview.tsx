/** The mail as its reader gets it: written by the server, shown in a frame where nothing runs and no link leads away. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { toSend, type Mail } from './mail-check.ts';

const delayMs = 600;

export const previewQuery = (mail: Mail) =>
  queryOptions({
    queryKey: keys.mailPreview(mail),
    queryFn: ({ signal }) => send('previewMail', toSend(mail), { signal }),
    gcTime: 60_000,
  });

export function MailPreview({ mail, isComplete }: { mail: Mail; isComplete: boolean }) {
  const settled = useSettled(mail);
  const preview = useQuery({
    ...previewQuery(settled),
    enabled: isComplete && settled === mail,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section aria-labelledby="preview" className="grid grid-cols-1 gap-3 lg:sticky lg:top-20">
      <h2 id="preview" className="display text-lead">
        Preview
      </h2>
      {preview.isError && isComplete && <FailureNotice error={preview.error} />}
      {preview.data === undefined ? (
        <p className="grid min-h-40 place-content-center border border-dashed border-edge px-6 text-center text-meta text-ink-2">
          The mail appears here once subject, message, button and link are filled in.
        </p>
      ) : (
        <div className="overflow-hidden rounded-control border border-edge">
          <p className="grid border-b border-line bg-sunk px-4 py-2.5">
            <span className="text-label text-ink-2">Subject</span>
            <span className="font-semibold [overflow-wrap:anywhere]">{preview.data.subject}</span>
          </p>
          <MailFrame html={preview.data.html} />
        </div>
      )}
    </section>
  );
}

/** A page of its own, in which styles may stand as mails have them. It is of no origin, so whoever it is cannot be named. */
function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = () => frame.current?.contentWindow?.postMessage(html, '*');
  useEffect(show, [html]);
  return (
    <iframe
      ref={frame}
      title="The mail"
      src="/mail-frame.html"
      sandbox="allow-scripts"
      onLoad={show}
      className="block h-[34rem] w-full bg-[#f3f1eb]"
    />
  );
}

/** What the form was when typing last paused. */
function useSettled(mail: Mail): Mail {
  const [settled, setSettled] = useState(mail);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mail), delayMs);
    return () => clearTimeout(timer);
  }, [mail]);
  return settled;
}
