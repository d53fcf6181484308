/** The public frame around the screens of the program: logging in, registering, a new password. */
import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ScreenBoundary } from './broken.tsx';
import { PublicFrame } from './public-frame.tsx';

/** `children` is the screen of the address. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <PublicFrame>
      {/* As high as the view, before the screen arrives and after: the footer is never in sight, so it never jumps. */}
      <div className="min-h-dvh">
        <Suspense fallback={<div aria-busy="true" />}>
          <ScreenBoundary key={pathname}>{children}</ScreenBoundary>
        </Suspense>
      </div>
    </PublicFrame>
  );
}
