import { defineMessages } from '@afterhours/contract/base/message';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { StoredComment, StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import { removeComment, setCommentLiked } from '../comment-commands.ts';
import styles from './comment-actions.module.css';

const texts = defineMessages('comments.actions', {
  delete: 'Delete',
  deleteTitle: 'Delete this comment?',
  final: 'This cannot be undone.',
  finalWithReplies: 'Its replies are deleted, too. This cannot be undone.',
  report: 'Report',
  like: 'Like',
  liked: 'Like · {count}',
  reply: 'Reply',
  edit: 'Edit',
});

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

/** Deletes a comment after a question. Its author and the author of the post may do it. */
function DeleteComment({ comment }: Own) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Action icon={Trash2} word={t(texts.delete)} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title={t(texts.deleteTitle)}
        confirmLabel={t(texts.delete)}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void dispatch(removeComment(comment));
        }}
      >
        {t(comment.repliesCount > 0 ? texts.finalWithReplies : texts.final)}
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
      <Action icon={Flag} word={t(texts.report)} onClick={show} />
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
        {comment.likesCount > 0 ? t(texts.liked, { count: formatCount(comment.likesCount) }) : t(texts.like)}
      </button>
      <button type="button" className={styles.action} onClick={onReply}>
        {t(texts.reply)}
      </button>
      {own && <Action icon={Pencil} word={t(texts.edit)} onClick={onEdit} />}
      {(own || post.user_id === user._id) && <DeleteComment comment={comment} />}
      {!own && <ReportComment comment={comment} />}
    </div>
  );
}
