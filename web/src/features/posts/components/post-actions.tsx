import { defineMessages } from '@afterhours/contract/base/message';
import MessageSquare from 'lucide-react/icons/message-square';
import type { StoredPost } from '#entities/posts/entities.ts';
import { setPostLiked } from '#entities/posts/post-commands.ts';
import { LikeButton } from '#features/likes/components/like-button.tsx';
import { PostRating } from '#features/ratings/components/post-rating.tsx';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import { BookmarkButton } from './bookmark-button.tsx';
import styles from './post-actions.module.css';

const texts = defineMessages('posts.actions', {
  comment: 'Comment',
  writeComment: 'Write a comment',
});

/** The actions on a post, the same in every list: like, comment, bookmark, rate. */
export function PostActions({ post, onComment }: { post: StoredPost; onComment: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.actions}>
      <LikeButton
        liked={post.isLiked}
        onToggle={() => void dispatch(setPostLiked(post._id, !post.isLiked))}
        className={styles.action}
      />
      <button type="button" aria-label={t(texts.writeComment)} className={styles.action} onClick={onComment}>
        <Icon icon={MessageSquare} />
        <span>{t(texts.comment)}</span>
      </button>
      <BookmarkButton postId={post._id} bookmarked={post.bookmark !== null} className={styles.action} />
      <PostRating post={post} className={styles.action} />
    </div>
  );
}
