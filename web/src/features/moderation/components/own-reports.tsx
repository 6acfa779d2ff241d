import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames, type listOwnReports, type OwnReport } from '@afterhours/contract/moderation/moderation';
import { call } from '#lib/api/client.ts';
import { useLinkedSection } from '#lib/focus/use-linked-section.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Time } from '#ui/text/time.tsx';
import { kindNames } from '../cases/case-texts.ts';
import styles from '../cases/cases.module.css';

const texts = defineMessages('moderation.ownReports', {
  title: 'Your reports',
  none: 'Your reports will appear here, with their outcome.',
  loading: 'Loading your reports',
  about: '{kind}: {category}',
  received: 'Received. A moderator will look at it.',
  looked_at: 'A moderator is looking at it.',
  kept: 'Reviewed. It stays up.',
  warned: 'Reviewed. The member was warned.',
  acted: 'Reviewed. We acted on it; it stays up.',
  gone: 'Reviewed. It has been removed.',
  reversed: 'Reviewed again. We reversed our decision, and it can stay up.',
});

const loadReports = (cursor: string | null) =>
  call<typeof listOwnReports>('GET', '/me/reports', { query: cursor ? { cursor } : {} });

function stepOf({ state, outcome, reversed }: OwnReport): string {
  if (reversed) return t(texts.reversed);
  return t(state === 'closed' ? texts[outcome ?? 'kept'] : texts[state]);
}

/** The viewer's reports, latest first, each with its progress. */
export function OwnReports() {
  const pages = usePages(loadReports, ({ _id }) => _id);
  const section = useLinkedSection('reports', pages.status !== 'loading');
  return (
    <Card title={t(texts.title)} ref={section} tabIndex={-1}>
      <ul className={styles.plain}>
        {pages.items.map((report) => (
          <li key={report._id}>
            <strong>
              {t(texts.about, { kind: t(kindNames[report.subject.kind]), category: t(categoryNames[report.category]) })}
            </strong>{' '}
            <Time value={report.createdAt} ago />
            <p>{stepOf(report)}</p>
          </li>
        ))}
      </ul>
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        none={<p className={styles.quiet}>{t(texts.none)}</p>}
        byButton
      />
    </Card>
  );
}
