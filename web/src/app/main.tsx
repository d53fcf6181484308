import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { catchInstallOffer } from '../platform/install.ts';
import { keepWhatIsSeen } from '../platform/persisted-cache.ts';
import { BrowserRouter } from '../ui/router.tsx';
import { ScreenBoundary } from '../features/shell/broken.tsx';
import { preload, Screens } from './routes.tsx';
import { noteReadingOn } from '../platform/hide-on-scroll.ts';
import { Refusal } from '../platform/send.ts';
import { followOtherTabs, getSession, subscribeSession } from '../platform/session.ts';
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
noteReadingOn();
followOtherTabs();
subscribeSession(() => {
  if (getSession().token === null) queryClient.clear();
});
keepWhatIsSeen(queryClient);
preload(window.location.pathname);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
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
