import { defineMessages } from '@afterhours/contract/base/message';
import type { TermsVersion } from '@afterhours/contract/community/terms';
import type { ReactNode } from 'react';
import { loadTerms } from '#features/community/community-commands.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import styles from './versioned-page.module.css';

const texts = defineMessages('site.versioned', {
  effective: 'Effective 5/1/2025',
  version: 'Version {version}, effective {date}',
  loading: 'Loading the text',
});

/** Without a response from the server, the built-in texts are shown. */
const builtIn: TermsVersion = { version: 0, publishedAt: null, terms: null, privacy: null };

type VersionedPageProps = {
  title: string;
  /** True while another part of the page is loading. */
  waiting?: boolean;
  children: (present: TermsVersion) => ReactNode;
};

/** A page for a versioned text, with the current version and its date. */
export function VersionedPage({ title, waiting = false, children }: VersionedPageProps) {
  const { status, data } = useLoading(loadTerms);
  const loading = waiting || status === 'loading';
  const present = data ?? builtIn;
  const { version, publishedAt } = present;
  const meta = publishedAt ? t(texts.version, { version, date: formatDate(publishedAt) }) : t(texts.effective);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TextPage title={title} meta={loading ? '\u00a0' : meta}>
        {loading ? (
          <div className={styles.waiting}>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
          </div>
        ) : (
          children(present)
        )}
      </TextPage>
    </>
  );
}
