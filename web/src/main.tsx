import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { UiPage } from '#features/dev/ui-page.tsx';
import '#ui/global.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <UiPage />
      </BrowserRouter>
    </StrictMode>,
  );
}
