import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames, type listOwnReports, type OwnReport } from '@afterhours/contract/moderation/moderation';
import { call } from '#lib/api/client.ts';
import { useLinkedSection } from '#lib/focus/use-linked-section.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Card } from '#ui/layout/card.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { kindNames } from '../cases/case-texts.ts';
import styles from '../cases/cases.module.css';

const texts = defineMessages('moderation.ownReports', {
  title: 'Your reports',
  none: 'Your reports will appear here, with their outcome.',
  loading: 'Loading your reports',
  about: '{kind}: {category}',
  aboutBy: '{kind} by {name}: {category}',
  received: 'Received. A moderator will look at it.',
  looked_at: 'A moderator is looking at it.',
  kept: 'Reviewed. It stays up.',
  warned: 'Reviewed. The member was warned.',
  acted: 'Reviewed. We acted on it; it stays up.',
  gone: 'Reviewed. It has been removed.',
  reversed: 'Reviewed again. We reversed our decision, and it can stay up.',
});

const loadReports = (cursor: string | null) =>
  call<typeof listOwnReports>('GET', '/me/reports', { query: pageQuery(cursor) });

function stepOf({ state, outcome, reversed }: OwnReport): string {
  if (reversed) return t(texts.reversed);
  return t(state === 'closed' ? texts[outcome ?? 'kept'] : texts[state]);
}

/** What was reported, as far as the viewer may know it: a member has no author, only a name. */
function Report({ of }: { of: OwnReport }) {
  const { subject, category, excerpt, member, createdAt } = of;
  const about = { kind: t(kindNames[subject.kind]), category: t(categoryNames[category]) };
  const name = member && fullName(member);
  const isMember = subject.kind === 'member';
  const reported = excerpt ?? (isMember && name);
  return (
    <li>
      <strong>
        {name && !isMember ? <Sentence text={texts.aboutBy} values={{ ...about, name }} /> : t(texts.about, about)}
      </strong>{' '}
      <Time value={createdAt} ago />
      {reported && (
        <p dir="auto" className={cx(styles.excerpt, styles.quiet)}>
          {reported}
        </p>
      )}
      <p>{stepOf(of)}</p>
    </li>
  );
}

/** The viewer's reports, latest first, each with its progress. */
export function OwnReports() {
  const pages = usePages(loadReports, ({ _id }) => _id);
  const section = useLinkedSection('reports', pages.status !== 'loading');
  return (
    <Card title={t(texts.title)} ref={section} tabIndex={-1}>
      <ul className={styles.plain}>
        {pages.items.map((report) => (
          <Report key={report._id} of={report} />
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
