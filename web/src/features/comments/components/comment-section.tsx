import { defineMessages } from '@afterhours/contract/base/message';
import { COMMENTS_SHOWN } from '@afterhours/contract/constants/comments';
import { type Ref, useContext, useImperativeHandle, useRef, useState } from 'react';
import { selectCommentCount, selectThread } from '#entities/comments/comments-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { hasDraft } from '#lib/forms/use-draft.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { loadFullThread } from '../comment-commands.ts';
import { draftOf } from '../comment-drafts.ts';
import { useLinkedComment } from '../use-linked-comment.ts';
import { CommentItem } from './comment-item.tsx';
import { CommentReplies } from './comment-replies.tsx';
import styles from './comment-section.module.css';
import { NewComment } from './new-comment.tsx';

const texts = defineMessages('comments.section', {
  title: 'Comments',
  more: 'See more ({count})',
  moreAll: 'See more ({count} comments and replies)',
});

/** Called when the comment count above is clicked. */
export type CommentsHandle = { showAll: () => void };

type CommentSectionProps = {
  post: StoredPost;
  /** Counts the clicks on Comment, each of which focuses the field. */
  writing: number;
  handle: Ref<CommentsHandle>;
};

/** The shown comments of a post, at first three, and a function that loads all of them. */
function useComments(post: StoredPost) {
  const dispatch = useAppDispatch();
  const thread = useAppSelector((state) => selectThread(state, post._id));
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const section = useRef<HTMLDivElement>(null);
  useLinkedComment(post._id, section, () => setAll(true));
  const [loading, setLoading] = useState(false);
  const ids = thread?.ids ?? [];
  // A comment written while the post is shown is the last one; it is shown even if the others are not.
  const [before] = useState(ids);
  const isNew = (id: string, at: number) => at === ids.length - 1 && !before.includes(id);
  const shown = all ? ids : ids.filter((id, at) => at < COMMENTS_SHOWN || isNew(id, at));
  const shownCount = useAppSelector((state) => selectCommentCount(state, shown));
  const exact = all || (thread?.exact ?? true);
  const remaining = exact ? Math.max(thread?.total ?? 0, ids.length) - shown.length : post.commentsCount - shownCount;
  useRowFocus(section, shown, { fallback: () => document.getElementById(post._id) });
  const more = async () => {
    if (loading) return;
    setLoading(true);
    const failed = await dispatch(loadFullThread({ postId: post._id, parentId: null }));
    setLoading(false);
    if (failed) showFailure(failed);
    else {
      // The button that had the focus is removed, so the focus moves to the comment in its place.
      const present = list.current?.querySelectorAll<HTMLElement>(':scope > li');
      present?.[Math.min(COMMENTS_SHOWN, present.length) - 1]?.focus({ preventScroll: true });
      setAll(true);
    }
  };
  return { list, section, shown, exact, remaining, loading, more };
}

/**
 * Some comments of a post, then all. The field for a new one is shown on request, and always on the post's own page.
 */
export function CommentSection({ post, writing, handle }: CommentSectionProps) {
  const user = useAppSelector(selectOwnUser);
  const folded = useContext(FullPost) !== post._id;
  const [unsent] = useState(() => user !== null && hasDraft(draftOf(user._id, post._id)));
  const { list, section, shown, exact, remaining, loading, more } = useComments(post);
  useImperativeHandle(handle, () => ({
    showAll: () => {
      if (remaining > 0) void more();
      else list.current?.querySelector<HTMLElement>(':scope > li')?.focus();
    },
  }));
  const field = user !== null && (writing > 0 || unsent || !folded);
  if (shown.length === 0 && !field) return null;
  const moreText = exact || remaining === 1 ? texts.more : texts.moreAll;
  return (
    <div ref={section} data-comments className={styles.section}>
      {shown.length > 0 && (
        <ul ref={list} aria-label={t(texts.title)} className={styles.list}>
          {shown.map((id) => (
            <CommentItem
              key={id}
              id={id}
              post={post}
              renderBelow={(comment, wanted, reply) => (
                <CommentReplies comment={comment} post={post} writing={wanted} onReply={reply} />
              )}
            />
          ))}
        </ul>
      )}
      {remaining > 0 && (
        <button type="button" className={styles.more} aria-busy={loading} onClick={() => void more()}>
          {t(moreText, { count: formatCount(remaining) })}
        </button>
      )}
      {field && <NewComment key={writing} postId={post._id} parentId={null} focus={writing > 0} />}
    </div>
  );
}
