import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { isGuestView } from '#lib/browser/guest-view.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';
import { SessionWatch } from './live/session-watch.tsx';
import { AppRoutes } from './routes/routes.tsx';
import { useScrollAndFocus } from './routes/use-scroll-and-focus.ts';
import { GuestBar } from './shell/guest-bar.tsx';

// Pages work while this is loading, but show no toasts.
const Toaster = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('#ui/toasts/toaster.tsx')).Toaster })),
);

function ScrollAndFocus() {
  useScrollAndFocus();
  return null;
}

/** The application, for any router. */
export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <SessionWatch />
      <AppRoutes />
      {isGuestView() && <GuestBar />}
      <ScrollAndFocus />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </Provider>
  );
}
