import { defineMessages } from '@afterhours/contract/base/message';
import { labelNames } from '@afterhours/contract/constants/labels';
import type { StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import type { listCaseComments, StaffComment, StaffPost } from '@afterhours/contract/moderation/staff-evidence';
import { type ReactNode, useEffect } from 'react';
import { call } from '#lib/api/client.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Time } from '#ui/text/time.tsx';
import { nameOf } from '../case-texts.ts';
import styles from './evidence.module.css';
import { EvidencePictures } from './evidence-pictures.tsx';
import { LongText } from './long-text.tsx';

const texts = defineMessages('moderation.context', {
  post: 'The post above',
  comment: 'The comment above',
  latest: 'Latest comments',
  around: 'Comments around',
  hidden: 'Hidden',
  held: 'Held',
  subject: 'This case',
  none: 'No comments',
  loading: 'Loading comments',
  earlier: 'Show earlier comments',
  replies: '{n, plural, one {# reply} other {# replies}}',
});

type Shown = Pick<StaffComment, 'author' | 'createdAt' | 'label' | 'hidden' | 'held'>;

/** Who wrote something and when, and how others currently see it. */
function Head({ of, children }: { of: Shown; children?: ReactNode }) {
  const { author, createdAt, label, hidden, held } = of;
  return (
    <p className={styles.head}>
      <bdi className={styles.name}>{nameOf(author)}</bdi>
      <Time value={createdAt} />
      {children}
      {hidden && <Chip>{t(held ? texts.held : texts.hidden)}</Chip>}
      {label && <Chip>{t(labelNames[label])}</Chip>}
    </p>
  );
}

function Post({ of }: { of: StaffPost }) {
  return (
    <section aria-label={t(texts.post)} className={styles.part}>
      <h3>{t(texts.post)}</h3>
      <Head of={of} />
      {of.title && (
        <p dir="auto">
          <strong>{of.title}</strong>
        </p>
      )}
      <LongText text={of.text} />
      <EvidencePictures pictures={of.pictures} />
    </section>
  );
}

/** The post, and the comment if there is one, that a comment is below. */
export function Above({ of: { post, comment } }: { of: StaffCaseDetail['above'] }) {
  return (
    <>
      {post && <Post of={post} />}
      {comment && (
        <section aria-label={t(texts.comment)} className={styles.part}>
          <h3>{t(texts.comment)}</h3>
          <Head of={comment} />
          <LongText text={comment.text} />
        </section>
      )}
    </>
  );
}

/** Few comments at first, so that the decision form stays in view. */
const AT_FIRST = '7';
const EARLIER = '20';

const loadComments = (id: string, cursor: string | null) =>
  call<typeof listCaseComments>('GET', '/staff/cases/:id/comments', {
    params: { id },
    query: { limit: cursor === null ? AT_FIRST : EARLIER, ...(cursor ? { cursor } : {}) },
  });

function Comment({ of, isSubject }: { of: StaffComment; isSubject: boolean }) {
  return (
    <li aria-current={isSubject || undefined} className={styles.comment}>
      <Head of={of}>
        {isSubject && <Chip tone="lamp">{t(texts.subject)}</Chip>}
        {of.repliesCount > 0 && <span>{t(texts.replies, { n: of.repliesCount })}</span>}
      </Head>
      <LongText text={of.text} />
    </li>
  );
}

type CommentsProps = Pick<StaffCaseDetail, '_id' | 'subject'> & { onLoaded: (loaded: true) => void };

function Comments({ _id: id, subject, onLoaded }: CommentsProps) {
  const { items, cursor, status, message, more } = usePages(
    (next) => loadComments(id, next),
    ({ _id }) => _id,
  );
  useEffect(() => {
    if (status !== 'loading') onLoaded(true);
  }, [status, onLoaded]);
  const name = t(subject.kind === 'comment' ? texts.around : texts.latest);
  return (
    <section aria-label={name} className={styles.part}>
      <h3>{name}</h3>
      <ul className={styles.comments} aria-busy={status === 'loading'}>
        {items.map((one) => (
          <Comment key={one._id} of={one} isSubject={one._id === subject._id} />
        ))}
      </ul>
      {status === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {status === 'ready' && items.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      {status === 'ready' && cursor !== null && (
        <Button size="small" onClick={more}>
          {t(texts.earlier)}
        </Button>
      )}
    </section>
  );
}

export const hasComments = ({ subject, appealed }: StaffCaseDetail): boolean =>
  !['member', 'message', 'appeal'].includes(appealed?.kind ?? subject.kind);

/**
 * The comments on a post or around a comment, newest first; nothing for members and messages. Calls `onLoaded` once the
 * comments, or an error, are shown.
 */
export function NearbyComments({ of, onLoaded }: { of: StaffCaseDetail; onLoaded: (loaded: true) => void }) {
  return hasComments(of) ? <Comments _id={of._id} subject={of.subject} onLoaded={onLoaded} /> : null;
}
