import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import '#lib/browser/hold-history.ts';
import { createStore } from '#lib/store.ts';
import { startLanguage } from '#lib/text/language.ts';
import '#ui/styles/global.css';
import { App } from './app/app.tsx';

async function start(root: HTMLElement): Promise<void> {
  // Whatever is drawn is drawn in the language that was chosen.
  await startLanguage();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App store={createStore()} />
      </BrowserRouter>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
// Where a stylesheet did not arrive, `boot.js` says so.
if (root && document.documentElement.dataset.notLoaded === undefined) void start(root);
