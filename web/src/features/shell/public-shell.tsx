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
      {/* As high as the view, so that the footer never jumps when the screen arrives. */}
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <ScreenBoundary key={pathname}>{children}</ScreenBoundary>
      </Suspense>
    </PublicFrame>
  );
}
