import { defineMessages } from '@afterhours/contract/base/message';
import { COMMENT_INTRO_PREVIEW, COMMENT_PREVIEW, previewText } from '@afterhours/contract/posts/text-preview';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { Link } from 'react-router';
import { selectComment, selectIsHighlighted } from '#entities/comments/comments-slice.ts';
import { ContentWarning } from '#entities/labels/content-warning.tsx';
import { LabelBadge } from '#entities/labels/label-badge.tsx';
import { profilePath } from '#entities/people/profile-path.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredComment, StoredPost } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { HeldNote } from '#entities/posts/held-note.tsx';
import { selectIsLeaving } from '#entities/posts/posts-slice.ts';
import { RichText } from '#entities/posts/rich-text.tsx';
import { UnsentForm } from '#entities/posts/unsent-forms.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { hasDraft } from '#lib/forms/use-draft.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/text/time.tsx';
import { words } from '#ui/text/words.ts';
import { editComment } from '../comment-commands.ts';
import { draftOf } from '../comment-drafts.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './comment-item.module.css';

const texts = defineMessages('comments.item', {
  member: 'Member',
  edit: 'Edit comment',
  changed: 'This comment was changed elsewhere while you were editing it. Saving replaces that change.',
  gone: 'This comment was deleted. Your changes cannot be saved, but you can copy your text.',
});

function CommentHead({ comment }: { comment: StoredComment }) {
  const author = useAppSelector((state) => selectPerson(state, comment.user_id));
  const intro = author?.intro_details ?? author?.profession;
  return (
    <p className={styles.head}>
      <TextLink bare dir="auto" to={profilePath(author ?? { _id: comment.user_id })} className={styles.name}>
        {author ? fullName(author) : t(texts.member)}
      </TextLink>
      {intro && <bdi className={styles.intro}>{previewText(intro, COMMENT_INTRO_PREVIEW)}</bdi>}
      <Time value={comment.createdAt} />
    </p>
  );
}

/** What has happened elsewhere to a comment that is being edited. */
function useElsewhere({ _id, post_id, parent_id, comment }: StoredComment, draft: string) {
  const places = [_id, ...(parent_id === null ? [] : [parent_id]), post_id];
  const gone = useAppSelector(
    (state) => selectIsLeaving(state, post_id) || places.some((id) => selectComment(state, id)?.leaving),
  );
  const [text, setText] = useState(comment);
  // Nothing is written yet.
  if (text !== comment && !hasDraft(draft)) setText(comment);
  const written = readDraft(draft);
  // What is being saved here may arrive as an event before the response.
  const isOwn = typeof written === 'string' && written.trim() === comment;
  return { places, gone, text, changed: text !== comment && !isOwn };
}

/** The form to edit the viewer's comment. Unsaved changes are kept in the browser. */
function EditComment({ comment, onClose }: { comment: StoredComment; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const draft = draftOf(comment.user_id, comment._id, 'edit');
  const { places, gone, text: before, changed } = useElsewhere(comment, draft);
  const note = (gone && texts.gone) || (changed && texts.changed);
  return (
    <>
      {note && <Banner tone={gone ? 'danger' : 'lamp'}>{t(note)}</Banner>}
      {places.map((id) => (
        <UnsentForm key={id} id={id} />
      ))}
      <CommentForm
        key={before}
        word={t(texts.edit)}
        action={t(words.save)}
        placeholder=""
        draft={draft}
        text={before}
        focus
        closed={gone}
        send={async (text) => {
          const failed = await dispatch(editComment(comment, text));
          if (!failed) onClose();
          return failed;
        }}
      >
        <Button size="small" variant="quiet" onClick={onClose}>
          {t(words.cancel)}
        </Button>
      </CommentForm>
    </>
  );
}

type CommentItemProps = {
  id: string;
  post: StoredPost;
  /** Renders the replies to a comment. Replies to a reply join its parent's thread, so a reply has none of its own. */
  renderBelow?: (comment: StoredComment, writing: Writing, reply: (name: string) => void) => ReactNode;
  /** For a reply: opens the field of its thread, addressed to the author with that name. */
  onReply?: (name: string) => void;
};

/** Each of the `clicks` on Reply focuses the field. `to` is the name of the author being replied to. */
export type Writing = { clicks: number; to: string };

/** Switches between normal and edit mode; a draft that survived a reload reopens edit mode. */
function useEditMode(comment: StoredComment | undefined) {
  const item = useRef<HTMLLIElement>(null);
  const [editing, setEditing] = useState(
    () => comment !== undefined && hasDraft(draftOf(comment.user_id, comment._id, 'edit')),
  );
  const close = () => {
    if (comment) writeDraft(draftOf(comment.user_id, comment._id, 'edit'), null);
    setEditing(false);
    // The field that had the focus is removed.
    item.current?.focus({ preventScroll: true });
  };
  return { item, editing, open: () => setEditing(true), close };
}

/** The comment's text, below notes from the staff. In lists of posts, a long comment must not hide the posts below. */
function CommentText({ comment: { post_id, held, label, comment, mentions } }: { comment: StoredComment }) {
  const full = useContext(FullPost) === post_id;
  return (
    <>
      {held && <HeldNote rule={held.rule} />}
      <LabelBadge label={label} />
      <ContentWarning label={label}>
        <RichText text={comment} mentions={mentions} max={full ? undefined : COMMENT_PREVIEW} />
      </ContentWarning>
    </>
  );
}

/** A comment or a reply. */
export function CommentItem({ id, post, renderBelow, onReply }: CommentItemProps) {
  const comment = useAppSelector((state) => selectComment(state, id));
  const author = useAppSelector((state) => selectPerson(state, comment?.user_id ?? ''));
  const me = useAppSelector(selectOwnUser)?._id;
  const highlighted = useAppSelector((state) => selectIsHighlighted(state, id));
  const [writing, setWriting] = useState<Writing>({ clicks: 0, to: '' });
  const { item, editing, open, close } = useEditMode(comment);
  if (!comment) return null;
  const own = comment.user_id === me;
  const replyTo = (to: string) => setWriting({ clicks: writing.clicks + 1, to });
  return (
    <li
      ref={item}
      tabIndex={-1}
      data-comment={id}
      data-row={id}
      data-highlighted={highlighted || undefined}
      className={styles.item}
      aria-busy={comment.pending || undefined}
    >
      <Link
        to={profilePath(author ?? { _id: comment.user_id })}
        tabIndex={-1}
        aria-hidden="true"
        className={styles.face}
      >
        <Avatar name={author?.firstName ?? ''} src={userImage(author?.image, 32)} size={32} />
      </Link>
      <div className={styles.content}>
        <CommentHead comment={comment} />
        {editing ? (
          <EditComment comment={comment} onClose={close} />
        ) : (
          <>
            <CommentText comment={comment} />
            <CommentActions
              comment={comment}
              post={post}
              onReply={() => (onReply ?? replyTo)(onReply && !own ? (author?.firstName ?? '') : '')}
              onEdit={open}
            />
          </>
        )}
        {renderBelow?.(comment, writing, replyTo)}
      </div>
    </li>
  );
}
