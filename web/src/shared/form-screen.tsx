/** A public screen with one form: the heading in the margin column, the form in the wide one, as on the landing page; `aside` follows it. */
import type { ReactNode } from 'react';
import { ScreenHead } from './screen.tsx';

export function FormScreen({
  title,
  intro,
  aside,
  children,
}: {
  title: string;
  intro?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-public px-4 pt-10 sm:px-6 lg:px-8 lg:pt-16">
      <div className="mx-auto grid max-w-narrow gap-6 lg:max-w-none lg:grid-cols-[min(15rem,40%)_minmax(0,28rem)] lg:gap-x-10 xl:grid-cols-[min(15rem,25%)_minmax(0,28rem)_minmax(0,22rem)] xl:justify-between lg:border-t lg:border-ink lg:pt-6">
        <ScreenHead title={title} className="content-start">
          {intro}
        </ScreenHead>
        <div className="grid content-start gap-6">{children}</div>
        {aside !== undefined && <div className="lg:max-xl:col-start-2">{aside}</div>}
      </div>
    </div>
  );
}
