import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '#lib/store.ts';
import { AppRoutes } from './routes.tsx';
import { SessionWatch } from './session-watch.tsx';
import { useArrival } from './use-arrival.ts';

const Toaster = lazy(() => import('#ui/toaster.tsx').then((module) => ({ default: module.Toaster })));

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
