import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { keepLoading } from '#lib/browser/load-part.ts';
import type { AppStore } from '#lib/store.ts';
import { SessionWatch } from './live/session-watch.tsx';
import { AppRoutes } from './routes/routes.tsx';
import { useArrival } from './routes/use-arrival.ts';

// A page works without it, but shows no toasts.
const Toaster = lazy(() => keepLoading(async () => ({ default: (await import('#ui/feedback/toaster.tsx')).Toaster })));

function Arrival() {
  useArrival();
  return null;
}

/** The whole application, inside whichever router. */
export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <SessionWatch />
      <AppRoutes />
      <Arrival />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </Provider>
  );
}
