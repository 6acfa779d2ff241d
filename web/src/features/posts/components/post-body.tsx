import type { PostType } from '@afterhours/contract/posts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ComponentType } from 'react';
import { formatClock, formatDatePill } from '#lib/format.ts';
import { toSafeHref } from '#lib/rich-text.ts';
import { Icon } from '#ui/icon.tsx';
import type { StoredPost } from '../entities.ts';
import styles from './post-body.module.css';
import { RichText } from './rich-text.tsx';

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
    </>
  );
}

/** The link is there only for those who may open it. */
function WebinarBody({ post }: BodyProps) {
  const href = post.link && toSafeHref(post.link);
  return (
    <>
      <h2 className={styles.title}>{post.title}</h2>
      {post.startsAt && (
        <p className={styles.date}>
          <Icon icon={CalendarClock} />
          <time dateTime={post.startsAt}>
            {formatDatePill(post.startsAt)}, {formatClock(post.startsAt)}
          </time>
        </p>
      )}
      <RichText text={post.description} max={GENERAL_PREVIEW} />
      {href && (
        <p>
          <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.link}>
            <Icon icon={ExternalLink} />
            {post.link}
          </a>
        </p>
      )}
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
