import { defineMessages } from '@afterhours/contract/base/message';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { writeComment } from '../comment-commands.ts';
import { draftOf } from '../comment-drafts.ts';
import { CommentForm } from './comment-form.tsx';

const texts = defineMessages('comments.new', {
  comment: 'Comment',
  reply: 'Reply',
  writeComment: 'Write a comment',
  writeReply: 'Write a reply',
  begin: '{name}, ',
});

type NewCommentProps = {
  postId: string;
  parentId: string | null;
  /** The author of the reply that is answered: the text begins with their name. */
  to?: string;
  focus: boolean;
};

/** The field for a comment, or for a reply if there is a parent; for members only. */
export function NewComment({ postId, parentId, to, focus }: NewCommentProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  if (!user) return null;
  return (
    <CommentForm
      word={t(parentId ? texts.reply : texts.comment)}
      placeholder={t(parentId ? texts.writeReply : texts.writeComment)}
      draft={draftOf(user._id, parentId ?? postId)}
      begun={to ? t(texts.begin, { name: to }) : ''}
      focus={focus}
      send={(text, idempotencyKey) => dispatch(writeComment({ postId, parentId }, user._id, { text, idempotencyKey }))}
    />
  );
}
