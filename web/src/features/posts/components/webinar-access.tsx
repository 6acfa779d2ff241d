import ExternalLink from 'lucide-react/icons/external-link';
import { toSafeHref } from '#lib/rich-text.ts';
import { Icon } from '#ui/icon.tsx';
import type { StoredPost } from '../entities.ts';
import styles from './post-body.module.css';

/** The way into a webinar. Its link is answered only to those who may open it; the others have nothing to open yet. */
export function WebinarAccess({ post }: { post: StoredPost }) {
  const href = post.link && toSafeHref(post.link);
  if (!href) return null;
  return (
    <p>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.link}>
        <Icon icon={ExternalLink} />
        {post.link}
      </a>
    </p>
  );
}
