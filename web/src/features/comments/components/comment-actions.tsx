import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { StoredComment, StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import { removeComment, setCommentLiked } from '../comment-commands.ts';
import styles from './comment-actions.module.css';

const ReportDialog = lazyPart(
  async () => (await import('#features/moderation/components/report-dialog.tsx')).ReportDialog,
);

type Own = { comment: StoredComment };

function Action({ icon, word, onClick }: { icon: IconShape; word: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      <Icon icon={icon} size={16} />
      {word}
    </button>
  );
}

/** Deletes after asking; offered to its author and to the author of the post. */
function DeleteComment({ comment }: Own) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Action icon={Trash2} word="Delete" onClick={() => setAsking(true)} />
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
        {comment.repliesCount > 0 && 'Its replies are deleted, too. '}This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function ReportComment({ comment }: Own) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return (
    <>
      <Action icon={Flag} word="Report" onClick={show} />
      {used && (
        <ReportDialog reported={{ kind: 'comment', id: comment._id }} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type CommentActionsProps = {
  comment: StoredComment;
  post: StoredPost;
  onReply: () => void;
  onEdit: () => void;
};

/** What the viewer may do with a comment: like and reply; edit and delete the own one; report one of others. */
export function CommentActions({ comment, post, onReply, onEdit }: CommentActionsProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  if (!user || comment.pending) return null;
  const own = comment.user_id === user._id;
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
      <button type="button" className={styles.action} onClick={onReply}>
        Reply
      </button>
      {own && <Action icon={Pencil} word="Edit" onClick={onEdit} />}
      {(own || post.user_id === user._id) && <DeleteComment comment={comment} />}
      {!own && <ReportComment comment={comment} />}
    </div>
  );
}
