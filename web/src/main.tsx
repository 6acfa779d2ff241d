import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import '#lib/browser/hold-history.ts';
import { createStore } from '#lib/store.ts';
import '#ui/styles/global.css';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App store={createStore()} />
      </BrowserRouter>
    </StrictMode>,
  );
}
