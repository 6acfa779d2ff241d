import { Component, type ReactNode } from 'react';
import { pageTitle } from '#lib/browser/site.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import styles from './page-boundary.module.css';

type PageBoundaryProps = {
  /** Where the member is: going elsewhere is a way out. */
  at: string;
  children: ReactNode;
};

/** A part that failed to load is remembered as failed, so the page is read anew; not while nobody would answer. */
async function readAnew(): Promise<void> {
  try {
    await fetch(globalThis.location.href, { method: 'HEAD', cache: 'no-store' });
    globalThis.location.reload();
  } catch {
    // Still out of reach: what is shown says so already.
  }
}

/** Keeps what is around it standing when a page breaks or a part of it cannot be loaded, and offers a way back. */
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
      <main id="main" tabIndex={-1} className={styles.page}>
        <title>{pageTitle('Page not loaded')}</title>
        <ErrorState
          heading
          message="This page could not be loaded. Check your connection and try again."
          kept="What you had written is kept in this browser."
          onRetry={() => void readAnew()}
        />
      </main>
    );
  }
}
