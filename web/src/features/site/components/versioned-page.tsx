import { defineMessages } from '@afterhours/contract/base/message';
import type { TermsVersion } from '@afterhours/contract/community/terms';
import type { ReactNode } from 'react';
import { loadTerms } from '#features/community/community-commands.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import styles from './versioned-page.module.css';

const texts = defineMessages('site.versioned', {
  effective: 'Effective 5/1/2025',
  version: 'Version {version}, effective {date}',
  loading: 'Loading the text',
});

type Part = Pick<ReturnType<typeof useLoading>, 'status' | 'message' | 'retry'>;

type VersionedPageProps = {
  title: string;
  /** Another part of the page, which is shown together with the text. */
  rest?: Part;
  children: (present: TermsVersion) => ReactNode;
};

const metaOf = ({ version, publishedAt }: TermsVersion): string =>
  publishedAt ? t(texts.version, { version, date: formatDate(publishedAt) }) : t(texts.effective);

/** A page for a versioned text, with the current version and its date. */
export function VersionedPage({ title, rest, children }: VersionedPageProps) {
  const text = useLoading(loadTerms);
  const parts: Part[] = rest ? [text, rest] : [text];
  const failed = parts.filter(({ status }) => status === 'failed');
  const retry = () => {
    for (const part of failed) part.retry();
  };
  const present = parts.every(({ status }) => status === 'ready') ? text.data : null;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TextPage title={title} meta={present ? metaOf(present) : '\u00a0'}>
        {present && children(present)}
        {failed[0] && <ErrorState message={failed[0].message} onRetry={retry} />}
        {!present && failed.length === 0 && (
          <div className={styles.waiting}>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
          </div>
        )}
      </TextPage>
    </>
  );
}
