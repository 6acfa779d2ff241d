import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { yieldToBrowser } from '#lib/browser/yield-to-browser.ts';
import '#lib/browser/intercept-history.ts';
import '#lib/focus/focus-pressed.ts';
import '#lib/forms/input-method.ts';
import { readToken, readUser } from '#lib/browser/session-storage.ts';
import { type AppStore, createStore } from '#lib/store.ts';
import { startLanguage } from '#lib/text/language.ts';
import '#ui/styles/global.css';
import { App } from './app/app.tsx';
import { loadPage } from './app/routes/routes.tsx';

/** A post whose visible part ends above this line, just below the top bar, counts as read. */
const READING_LINE_PX = 120;

/** A slow response must not hold up the page. */
const MEMBER_MS = 500;

/**
 * Whether a stylesheet failed to load. `boot.js` reports it, and it may become known at any moment during the start.
 */
const isMissingStyles = (): boolean => document.documentElement.dataset.notLoaded !== undefined;

/**
 * Returns the post that a guest is reading in the server-rendered page, and its distance from the top of the viewport.
 */
function readingPlace(): { id: string; top: number } | null {
  if (window.scrollY === 0) return null;
  for (const post of document.querySelectorAll('#starting article')) {
    const { top, bottom } = post.getBoundingClientRect();
    const id = post.querySelector<HTMLAnchorElement>('a[href^="/p/"]')?.pathname.slice('/p/'.length);
    if (id && bottom > READING_LINE_PX) return { id, top };
  }
  return null;
}

let reading: ReturnType<typeof readingPlace> = null;

function followReading(): void {
  reading = readingPlace();
}

/** Restores a post's position once it is rendered, before the next paint. */
function returnTo({ id, top }: { id: string; top: number }): void {
  requestAnimationFrame(() => {
    const post = document.querySelector(`[data-slot="${CSS.escape(id)}"]`);
    if (post) window.scrollBy({ top: post.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}

/**
 * Loads a member whom the browser has no data of, because messages to them would shift the content that they are
 * reading.
 */
async function meetMember(store: AppStore): Promise<void> {
  if (readUser() !== null) return;
  await Promise.race([store.dispatch(loadOwnUser()), new Promise((resolve) => setTimeout(resolve, MEMBER_MS))]);
}

type ReplacementProps = { children: ReactNode; onDrawn: () => void };

/** The page that replaces the content of the document in one step. Guests stay at the post that they are reading. */
function Replacement({ children, onDrawn }: ReplacementProps) {
  useLayoutEffect(() => {
    removeEventListener('scroll', followReading);
    if (reading) returnTo(reading);
    onDrawn();
  }, [onDrawn]);
  return children;
}

async function start(root: HTMLElement): Promise<void> {
  // Evaluating the program was a single long task.
  await yieldToBrowser();
  // Renders directly in the chosen language, without an intermediate page, which React would show for at least 300 ms.
  // A part that fails to load now is requested again when it is rendered.
  const store = createStore();
  // For guests, the page contains the data for the first render.
  const isGuest = readToken() === null;
  const place = { pathname: location.pathname, store: isGuest ? undefined : store };
  await Promise.allSettled([startLanguage(), loadPage(place), isGuest || meetMember(store)]);
  if (isMissingStyles()) return;
  followReading();
  addEventListener('scroll', followReading);
  const drawn = createRoot(root);
  // The update makes React run all effects, which show the data that a guest's page contains, before the first paint.
  const page = (
    <StrictMode>
      <BrowserRouter>
        <Replacement onDrawn={() => isGuest && drawn.render(page)}>
          <App store={store} />
        </Replacement>
      </BrowserRouter>
    </StrictMode>
  );
  // Rendered in slices, so that scrolling and other input is handled in the meantime.
  startTransition(() => drawn.render(page));
}

const root = document.getElementById('root');
if (root && !isMissingStyles()) void start(root);
