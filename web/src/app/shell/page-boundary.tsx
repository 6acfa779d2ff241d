import { defineMessages } from '@afterhours/contract/base/message';
import { Component, type ReactNode } from 'react';
import { isFileGone } from '#lib/parts/load-files.ts';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';

const texts = defineMessages('app.boundary', {
  title: 'Page not loaded',
  message: 'This page could not be loaded. Check your connection and try again.',
  kept: 'Anything you had written is saved in this browser.',
});

type PageBoundaryProps = {
  /** The current path. A new path clears the error. */
  at: string;
  children: ReactNode;
};

/** A tab that was loaded this recently is not reloaded by itself, so that a part that stays missing causes no loop. */
const RECENT_MS = 30_000;

/**
 * Reloads the page, because browsers remember a part that failed to load. Does nothing while the server is unreachable.
 */
async function reload(): Promise<void> {
  try {
    await fetch(globalThis.location.href, { method: 'HEAD', cache: 'no-store' });
    globalThis.location.reload();
  } catch {
    // The server is still unreachable, and the page says so already.
  }
}

type PageBoundaryState = { broken: boolean; reloading: boolean; at: string };

/**
 * Shows an error and Try again in place of a page that has crashed or could not be loaded. If its part is gone because
 * the server was upgraded, reloads the page by itself: the address is already that of the new page.
 */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state = { broken: false, reloading: false, at: this.props.at };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    if (!isFileGone(error) || performance.now() < RECENT_MS) return;
    this.setState({ reloading: true });
    globalThis.location.reload();
  }

  static getDerivedStateFromProps({ at }: PageBoundaryProps, state: { at: string }) {
    return at === state.at ? null : { broken: false, reloading: false, at };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.state.reloading) return null;
    return (
      <StatePage>
        <PageTitle>{t(texts.title)}</PageTitle>
        <ErrorState heading message={t(texts.message)} kept={t(texts.kept)} onRetry={() => void reload()} />
      </StatePage>
    );
  }
}
