import { defineMessages } from '@afterhours/contract/base/message';
import { Component, type ReactNode } from 'react';
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

/** Shows an error and Try again in place of a page that has crashed or could not be loaded. */
export class PageBoundary extends Component<PageBoundaryProps, { broken: boolean; at: string }> {
  override state = { broken: false, at: this.props.at };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ at }: PageBoundaryProps, state: { at: string }) {
    return at === state.at ? null : { broken: false, at };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <StatePage>
        <PageTitle>{t(texts.title)}</PageTitle>
        <ErrorState heading message={t(texts.message)} kept={t(texts.kept)} onRetry={() => void reload()} />
      </StatePage>
    );
  }
}
