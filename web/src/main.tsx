import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { hasAnswersInPage } from '#lib/api/transport.ts';
import '#lib/browser/hold-history.ts';
import { createStore } from '#lib/store.ts';
import { startLanguage } from '#lib/text/language.ts';
import '#ui/styles/global.css';
import { App } from './app/app.tsx';
import { loadPage } from './app/routes/routes.tsx';

/** Where a stylesheet did not arrive, `boot.js` says so; it may become known at any moment of the start. */
const isMissingStyles = (): boolean => document.documentElement.dataset.notLoaded !== undefined;

async function start(root: HTMLElement): Promise<void> {
  // Drawn at once in the language that was chosen and without a page in between: React would show that for 300 ms at
  // least. A part that does not arrive now is requested again where it is drawn.
  await Promise.allSettled([startLanguage(), loadPage(location.pathname)]);
  if (isMissingStyles()) return;
  const page = (
    <StrictMode>
      <BrowserRouter>
        <App store={createStore()} />
      </BrowserRouter>
    </StrictMode>
  );
  const whole = hasAnswersInPage();
  const drawn = createRoot(root);
  // At once, with all effects before the paint, where the page has what is drawn: it takes the place of what guests
  // read until now. Else in slices: what is pressed meanwhile is not held up.
  if (whole) flushSync(() => drawn.render(page));
  else startTransition(() => drawn.render(page));
}

const root = document.getElementById('root');
if (root && !isMissingStyles()) void start(root);
