import { defineMessages } from '@afterhours/contract/base/message';
import { memo, useContext, useRef, useState } from 'react';
import { ContentWarning } from '#entities/labels/content-warning.tsx';
import { LabelBadge } from '#entities/labels/label-badge.tsx';
import type { StoredPost } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { HeldNote } from '#entities/posts/held-note.tsx';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { useWatched } from '#entities/posts/watched-posts.ts';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { CommentSection, type CommentsHandle } from '#features/comments/components/comment-section.tsx';
import { LikesCount } from '#features/likes/components/likes-count.tsx';
import { useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { StarsAverage } from '#ui/stars/stars-average.tsx';
import { LinkCard } from './link-card.tsx';
import { PostGallery } from './pictures/post-gallery.tsx';
import { PostActions } from './post-actions.tsx';
import { PostBody } from './post-body.tsx';
import styles from './post-card.module.css';
import { headingOf, PostHead } from './post-head.tsx';

const texts = defineMessages('posts.card', {
  comments: '{count, plural, one {{shown} comment} other {{shown} comments}}',
});

type PostCardProps = { id: string; priority?: boolean };

type CountsProps = { post: StoredPost; hasActions: boolean; onComments: () => void };

/** Likes, comments and rating. Above actions, the row stays when empty, so that the first like moves nothing. */
function PostCounts({ post, hasActions, onComments }: CountsProps) {
  const empty = post.likesCount + post.ratingsCount + post.commentsCount === 0;
  if (empty && !hasActions) return null;
  return (
    <div className={styles.counts}>
      <LikesCount postId={post._id} count={post.likesCount} className={styles.count} />
      {post.commentsCount > 0 && (
        <button type="button" className={styles.count} onClick={onComments}>
          {t(texts.comments, { count: post.commentsCount, shown: formatCount(post.commentsCount) })}
        </button>
      )}
      {post.ratingsCount > 0 && <StarsAverage value={post.averageRating} count={post.ratingsCount} />}
    </div>
  );
}

/** A post, as every list shows it. */
export const PostCard = memo(function PostCard({ id, priority = false }: PostCardProps) {
  const post = useAppSelector((state) => selectPost(state, id));
  const signedIn = useAppSelector(selectIsLoggedIn);
  const full = useContext(FullPost) === id;
  const [writing, setWriting] = useState(0);
  const comments = useRef<CommentsHandle>(null);
  useWatched(id);
  if (!post) return null;
  const hasActions = signedIn && !post.held;
  return (
    <article
      id={id}
      data-post={id}
      data-full={full || undefined}
      data-quiet={!signedIn || undefined}
      tabIndex={-1}
      aria-labelledby={headingOf(id)}
      className={styles.post}
    >
      <PostHead post={post} />
      {post.held && <HeldNote rule={post.held.rule} />}
      <LabelBadge label={post.label} />
      <ContentWarning label={post.label}>
        <PostBody post={post} />
        {post.attachments.length > 0 && <PostGallery images={post.attachments} priority={priority} />}
        {post.card && <LinkCard card={post.card} small={post.attachments.length > 0} />}
      </ContentWarning>
      <PostCounts post={post} hasActions={hasActions} onComments={() => comments.current?.showAll()} />
      {hasActions && <PostActions post={post} onComment={() => setWriting(writing + 1)} />}
      {!post.held && <CommentSection post={post} writing={writing} handle={comments} />}
    </article>
  );
});
