import { type ComponentType, lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from '#lib/store.ts';
import { AppRoutes } from './routes.tsx';
import { SessionWatch } from './session-watch.tsx';
import { useArrival } from './use-arrival.ts';

const RETRY_MS = 5000;

/** Asked for until it is there: without it the page stands, but nobody is told anything. */
async function loadToaster(): Promise<{ default: ComponentType }> {
  for (;;) {
    try {
      return { default: (await import('#ui/toaster.tsx')).Toaster };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
const Toaster = lazy(loadToaster);

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
