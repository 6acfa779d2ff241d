import type { PostType } from '@afterhours/contract/posts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import type { ComponentType } from 'react';
import { ApplyButton } from '#features/messages/components/apply-button.tsx';
import { formatClock, formatDatePill, formatExact, formatZone } from '#lib/format.ts';
import { Icon } from '#ui/icon.tsx';
import type { StoredPost } from '../entities.ts';
import styles from './post-body.module.css';
import { RichText } from './rich-text.tsx';
import { WebinarAccess } from './webinar-access.tsx';

const GENERAL_PREVIEW = 120;
const JOB_PREVIEW = 500;

type BodyProps = { post: StoredPost };

function GeneralBody({ post }: BodyProps) {
  return (
    <>
      {post.title && <h2 className={styles.title}>{post.title}</h2>}
      <RichText text={post.description} max={GENERAL_PREVIEW} />
    </>
  );
}

function JobBody({ post }: BodyProps) {
  return (
    <>
      <h2 className={styles.title}>{post.title}</h2>
      {(post.opening || post.salary) && (
        <dl className={styles.terms}>
          {post.opening && (
            <div>
              <dt>Openings</dt>
              <dd>{post.opening}</dd>
            </div>
          )}
          {post.salary && (
            <div>
              <dt>Salary</dt>
              <dd>{post.salary}</dd>
            </div>
          )}
        </dl>
      )}
      <RichText text={post.description} max={JOB_PREVIEW} />
      <ApplyButton post={post} />
    </>
  );
}

/** When it begins, in the viewer's own zone, which is named. */
function WebinarDate({ startsAt }: { startsAt: string }) {
  return (
    <p className={styles.date}>
      <Icon icon={CalendarClock} />
      <time dateTime={startsAt} title={formatExact(startsAt)}>
        {formatDatePill(startsAt)}, {formatClock(startsAt)} {formatZone(startsAt)}
      </time>
    </p>
  );
}

function WebinarBody({ post }: BodyProps) {
  return (
    <>
      <h2 className={styles.title}>{post.title}</h2>
      {post.startsAt && <WebinarDate startsAt={post.startsAt} />}
      <RichText text={post.description} max={GENERAL_PREVIEW} />
      <WebinarAccess post={post} />
    </>
  );
}

const bodies: Record<PostType, ComponentType<BodyProps>> = {
  general: GeneralBody,
  job: JobBody,
  webinar: WebinarBody,
};

/** What is said, by kind of post. */
export function PostBody({ post }: BodyProps) {
  const Body = bodies[post.postType];
  return (
    <div className={styles.body}>
      <Body post={post} />
    </div>
  );
}
