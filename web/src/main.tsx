import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { hasAnswersInPage } from '#lib/api/transport.ts';
import { breathe } from '#lib/browser/breathe.ts';
import '#lib/browser/hold-history.ts';
import { readToken, readUser } from '#lib/browser/session-storage.ts';
import { type AppStore, createStore } from '#lib/store.ts';
import { startLanguage } from '#lib/text/language.ts';
import '#ui/styles/global.css';
import { App } from './app/app.tsx';
import { loadPage } from './app/routes/routes.tsx';

/** Below the top bar: a post of which less is to be seen has been read. */
const READING_LINE_PX = 120;

/** A slow answer does not hold up the page. */
const MEMBER_MS = 500;

/** Where a stylesheet did not arrive, `boot.js` says so; it may become known at any moment of the start. */
const isMissingStyles = (): boolean => document.documentElement.dataset.notLoaded !== undefined;

/** The post that a guest is reading in the page of the server, and how far from the top of the window it is. */
function readingPlace(): { id: string; top: number } | null {
  if (window.scrollY === 0) return null;
  for (const post of document.querySelectorAll('#starting article')) {
    const { top, bottom } = post.getBoundingClientRect();
    const id = post.querySelector<HTMLAnchorElement>('a[href^="/p/"]')?.pathname.slice('/p/'.length);
    if (id && bottom > READING_LINE_PX) return { id, top };
  }
  return null;
}

/** Keeps a post where it was, once it is drawn: before the next paint. */
function returnTo({ id, top }: { id: string; top: number }): void {
  requestAnimationFrame(() => {
    const post = document.querySelector(`[data-slot="${CSS.escape(id)}"]`);
    if (post) window.scrollBy({ top: post.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}

/** Waits for a member whom the browser does not know: what the page says to them would move what they read. */
async function meetMember(store: AppStore): Promise<void> {
  if (readToken() === null || readUser() !== null) return;
  await Promise.race([store.dispatch(loadOwnUser()), new Promise((resolve) => setTimeout(resolve, MEMBER_MS))]);
}

async function start(root: HTMLElement): Promise<void> {
  // Reading the program was one piece of work.
  await breathe();
  // Drawn at once in the language that was chosen and without a page in between: React would show that for 300 ms at
  // least. A part that does not arrive now is requested again where it is drawn.
  const store = createStore();
  // Guests find what they begin with in the page.
  const place = { pathname: location.pathname, store: readToken() === null ? undefined : store };
  await Promise.allSettled([startLanguage(), loadPage(place), meetMember(store)]);
  if (isMissingStyles()) return;
  const page = (
    <StrictMode>
      <BrowserRouter>
        <App store={store} />
      </BrowserRouter>
    </StrictMode>
  );
  const whole = hasAnswersInPage();
  const drawn = createRoot(root);
  // In slices: what is pressed meanwhile is not held up.
  if (!whole) return startTransition(() => drawn.render(page));
  // At once, with all effects before the paint, where the page has what is drawn: it takes the place of what guests
  // read until now.
  const reading = readingPlace();
  flushSync(() => drawn.render(page));
  if (reading) returnTo(reading);
}

const root = document.getElementById('root');
if (root && !isMissingStyles()) void start(root);
