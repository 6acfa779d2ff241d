import { defineMessages } from '@afterhours/contract/base/message';
import { REPLIES_SHOWN } from '@afterhours/contract/constants/comments';
import { useRef, useState } from 'react';
import { selectThread } from '#entities/comments/comments-slice.ts';
import type { StoredComment, StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { hasDraft } from '#lib/forms/use-draft.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { loadFullThread, loadThread } from '../comment-commands.ts';
import { draftOf } from '../comment-drafts.ts';
import { CommentItem, type Writing } from './comment-item.tsx';
import styles from './comment-section.module.css';
import { NewComment } from './new-comment.tsx';

const texts = defineMessages('comments.replies', {
  show: '{count, plural, one {Show # reply} other {Show # replies}}',
  more: 'See more ({count})',
});

type CommentRepliesProps = {
  comment: StoredComment;
  post: StoredPost;
  writing: Writing;
  onReply: (name: string) => void;
};

/** Loads the replies to a comment: five when opened, then all others. */
function useReplies(comment: StoredComment) {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  const [loading, setLoading] = useState(false);
  const replies = useRef<HTMLDivElement>(null);
  const load = async () => {
    if (loading) return;
    setLoading(true);
    const place = { postId: comment.post_id, parentId: comment._id };
    const failed = await dispatch(open ? loadFullThread(place) : loadThread(place, REPLIES_SHOWN, false));
    setLoading(false);
    if (failed) showFailure(failed);
    else {
      setOpen(true);
      // The button that had the focus may be removed, so the focus moves to the comment above the replies.
      replies.current?.closest('li')?.focus({ preventScroll: true });
    }
  };
  return { replies, open, loading, load };
}

/** The replies to a comment, and the field to write one. */
export function CommentReplies({ comment, post, writing, onReply }: CommentRepliesProps) {
  const thread = useAppSelector((state) => selectThread(state, comment._id));
  const me = useAppSelector(selectOwnUser)?._id;
  const [unsent] = useState(() => me !== undefined && hasDraft(draftOf(me, comment._id)));
  const { replies, open, loading, load } = useReplies(comment);
  const ids = thread?.ids ?? [];
  useRowFocus(replies, ids, {
    fallback: () => document.querySelector<HTMLElement>(`[data-comment="${comment._id}"]`),
  });
  const ended = thread?.exact === true && thread.cursor === null;
  const remaining = ended ? 0 : Math.max(comment.repliesCount, thread?.total ?? 0) - ids.length;
  if (comment.repliesCount === 0 && ids.length === 0 && writing.clicks === 0 && !unsent) return null;
  return (
    <div ref={replies} className={styles.replies}>
      {ids.length > 0 && (
        <ul className={styles.list}>
          {ids.map((id) => (
            <CommentItem key={id} id={id} post={post} onReply={onReply} />
          ))}
        </ul>
      )}
      {remaining > 0 && (
        <button type="button" className={styles.more} aria-busy={loading} onClick={() => void load()}>
          {t(open ? texts.more : texts.show, { count: remaining })}
        </button>
      )}
      {(writing.clicks > 0 || unsent) && (
        <NewComment
          key={writing.clicks}
          postId={comment.post_id}
          parentId={comment._id}
          to={writing.to}
          focus={writing.clicks > 0}
        />
      )}
    </div>
  );
}
