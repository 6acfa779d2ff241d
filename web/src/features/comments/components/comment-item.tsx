import Heart from 'lucide-react/icons/heart';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { selectPerson } from '#features/people/user-slice.ts';
import { RichText } from '#features/posts/components/rich-text.tsx';
import type { StoredComment, StoredPost } from '#features/posts/entities.ts';
import { userImage } from '#features/uploads/image-address.ts';
import { formatCount } from '#lib/format.ts';
import { previewText } from '#lib/rich-text.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Time } from '#ui/time.tsx';
import { removeComment, setCommentLiked } from '../comment-commands.ts';
import { selectComment } from '../comments-slice.ts';
import styles from './comment-item.module.css';

const INTRO_PREVIEW = 25;

function CommentHead({ comment }: { comment: StoredComment }) {
  const author = useAppSelector((state) => selectPerson(state, comment.user_id));
  const intro = author?.intro_details ?? author?.profession;
  return (
    <p className={styles.head}>
      <TextLink bare to={`/results/view-profile/${comment.user_id}`} className={styles.name}>
        {author ? `${author.firstName} ${author.lastName}` : 'Member'}
      </TextLink>
      {intro && <span>{previewText(intro, INTRO_PREVIEW)}</span>}
      <Time value={comment.createdAt} />
    </p>
  );
}

/** Deletes after asking; offered to its author and to the author of the post. */
function DeleteComment({ comment }: { comment: StoredComment }) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.action} onClick={() => setAsking(true)}>
        <Icon icon={Trash2} size={16} />
        Delete
      </button>
      <ConfirmDialog
        open={asking}
        title="Delete this comment?"
        confirmLabel="Delete"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void dispatch(removeComment(comment));
        }}
      >
        {comment.repliesCount > 0 && 'Its replies go with it. '}This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function CommentActions({
  comment,
  post,
  onReply,
}: {
  comment: StoredComment;
  post: StoredPost;
  onReply?: () => void;
}) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  if (!user || comment.pending) return null;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        aria-pressed={comment.commentLiked}
        className={styles.action}
        onClick={() => void dispatch(setCommentLiked(comment, !comment.commentLiked))}
      >
        <Icon icon={Heart} size={16} filled={comment.commentLiked} />
        Like{comment.likesCount > 0 && ` · ${formatCount(comment.likesCount)}`}
      </button>
      {onReply && (
        <button type="button" className={styles.action} onClick={onReply}>
          Reply
        </button>
      )}
      {(comment.user_id === user._id || post.user_id === user._id) && <DeleteComment comment={comment} />}
    </div>
  );
}

type CommentItemProps = {
  id: string;
  post: StoredPost;
  /** What hangs below a comment: its replies. Replies to a reply join its parent's thread, so a reply has none. */
  renderBelow?: (comment: StoredComment, writing: number) => ReactNode;
};

/** A comment or a reply. */
export function CommentItem({ id, post, renderBelow }: CommentItemProps) {
  const comment = useAppSelector((state) => selectComment(state, id));
  const author = useAppSelector((state) => selectPerson(state, comment?.user_id ?? ''));
  const [writing, setWriting] = useState(0);
  if (!comment) return null;
  return (
    <li className={styles.item} aria-busy={comment.pending || undefined}>
      <Avatar name={author?.firstName ?? ''} src={userImage(author?.image, 32)} size={32} />
      <div className={styles.content}>
        <CommentHead comment={comment} />
        <RichText text={comment.comment} />
        <CommentActions
          comment={comment}
          post={post}
          onReply={renderBelow ? () => setWriting(writing + 1) : undefined}
        />
        {renderBelow?.(comment, writing)}
      </div>
    </li>
  );
}
