import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { catchInstallOffer } from '../platform/install.ts';
import { persistWhatIsSeen } from '../platform/persisted-cache.ts';
import { ScreenBoundary } from '../features/shell/broken.tsx';
import { preload, Screens } from './routes.tsx';
import { profileQuery } from '../platform/queries.ts';
import { Refusal } from '../platform/send.ts';
import { endWithTime, followOtherTabs, getSession, subscribeSession } from '../platform/session.ts';
import './styles.css';
import { Toasts } from '../ui/toast.tsx';

const mostRetries = 2;

/** A refusal is an answer: asking again gives the same one. Only a lost connection is worth another try. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof Refusal && error.status < 500) && failures < mostRetries,
    },
    // Without a network a mutation fails at once: one that waited for it would move money when nobody expects it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});

catchInstallOffer();
followOtherTabs();
endWithTime();
subscribeSession(() => {
  if (getSession().token === null) queryClient.clear();
});
const isPrivate = preload(window.location.pathname);
if (!('popover' in HTMLElement.prototype))
  void import('../platform/old-popover.ts').then(({ openMenusWithoutPopovers }) =>
    openMenusWithoutPopovers(),
  );

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const page = createRoot(root);
/** What was seen last is read first, within the same task: the first frame shows it. */
async function draw(): Promise<void> {
  await persistWhatIsSeen(queryClient);
  // Every private screen asks for it, once its script is there.
  if (isPrivate) void queryClient.prefetchQuery(profileQuery);
  page.render(
    <StrictMode>
      <ScreenBoundary>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
          <Toasts />
        </QueryClientProvider>
      </ScreenBoundary>
    </StrictMode>,
  );
}
void draw();
