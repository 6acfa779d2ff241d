import { defineMessages } from '@afterhours/contract/base/message';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { StoredComment, StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { ReportDialog } from '#features/moderation/components/lazy-dialogs.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { Icon } from '#ui/text/icon.tsx';
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
  menu: 'Comment menu',
});

type Own = { comment: StoredComment };

type DeleteQuestionProps = Own & { open: boolean; onClose: () => void };

/** Deletes a comment after a confirmation. The comment's author and the post's author may do this. */
function DeleteQuestion({ comment, open, onClose }: DeleteQuestionProps) {
  const dispatch = useAppDispatch();
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.deleteTitle)}
      confirmLabel={t(texts.delete)}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void dispatch(removeComment(comment));
      }}
    >
      {t(comment.repliesCount > 0 ? texts.finalWithReplies : texts.final)}
    </ConfirmDialog>
  );
}

type CommentMenuProps = Own & { own: boolean; mayDelete: boolean; onEdit: () => void };
type DialogName = 'delete' | 'report';

/** Edit and delete for the viewer's own comment; report for others'. */
function CommentMenu({ comment, own, mayDelete, onEdit }: CommentMenuProps) {
  const { shown, show, close } = useDialog<DialogName>();
  const items: (MenuItem & { may: boolean })[] = [
    { may: own, label: t(texts.edit), icon: Pencil, onSelect: onEdit },
    { may: mayDelete, label: t(texts.delete), icon: Trash2, danger: true, onSelect: () => show('delete') },
    { may: !own, label: t(texts.report), icon: Flag, onSelect: () => show('report') },
  ];
  return (
    <>
      <Menu
        label={t(texts.menu)}
        items={items.filter(({ may }) => may)}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            icon={Ellipsis}
            size={18}
            label={t(texts.menu)}
            data-control="menu"
            className={styles.menu}
          />
        )}
      />
      {shown?.of === 'delete' && <DeleteQuestion comment={comment} open={shown.open} onClose={close} />}
      {shown?.of === 'report' && (
        <ReportDialog
          key={shown.key}
          reported={{ kind: 'comment', id: comment._id }}
          open={shown.open}
          onClose={close}
        />
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

/** Actions below a comment that others can see. */
function Answers({ comment, onReply }: Pick<CommentActionsProps, 'comment' | 'onReply'>) {
  const dispatch = useAppDispatch();
  return (
    <>
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
    </>
  );
}

/** The viewer's actions on a comment: like and reply, and the others in a menu. */
export function CommentActions({ comment, post, onReply, onEdit }: CommentActionsProps) {
  const user = useAppSelector(selectOwnUser);
  if (!user || comment.pending) return null;
  const own = comment.user_id === user._id;
  return (
    <div className={styles.actions}>
      {!comment.held && <Answers comment={comment} onReply={onReply} />}
      <CommentMenu comment={comment} own={own} mayDelete={own || post.user_id === user._id} onEdit={onEdit} />
    </div>
  );
}
