import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectComment } from '#entities/comments/comments-slice.ts';
import { selectIsLeaving } from '#entities/posts/posts-slice.ts';
import { UnsentForm } from '#entities/posts/unsent-forms.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { writeDraft } from '#lib/browser/session-storage.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { words } from '#ui/text/words.ts';
import { writeComment } from '../comment-commands.ts';
import { draftOf } from '../comment-drafts.ts';
import { CommentForm } from './comment-form.tsx';

const texts = defineMessages('comments.new', {
  comment: 'Comment',
  reply: 'Reply',
  writeComment: 'Write a comment',
  writeReply: 'Write a reply',
  begin: '{name}, ',
  gone: 'This was deleted, or is no longer available. Your comment cannot be sent, but you can copy your text.',
});

type NewCommentProps = {
  postId: string;
  parentId: string | null;
  /** The author of the reply that is answered: the text begins with their name. */
  to?: string;
  focus: boolean;
};

/**
 * The field for a comment, or for a reply if there is a parent; for members only. What is written stays when the post
 * or the parent is deleted, until it is discarded.
 */
export function NewComment({ postId, parentId, to, focus }: NewCommentProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [written, setWritten] = useState(false);
  const gone = useAppSelector(
    (state) =>
      selectIsLeaving(state, postId) || (parentId !== null && selectComment(state, parentId)?.leaving === true),
  );
  if (!user) return null;
  const draft = draftOf(user._id, parentId ?? postId);
  const discard = () => {
    writeDraft(draft, null);
    setWritten(false);
  };
  return (
    <>
      {gone && <Banner tone="danger">{t(texts.gone)}</Banner>}
      {written && [postId, ...(parentId === null ? [] : [parentId])].map((id) => <UnsentForm key={id} id={id} />)}
      <CommentForm
        word={t(parentId ? texts.reply : texts.comment)}
        placeholder={t(parentId ? texts.writeReply : texts.writeComment)}
        draft={draft}
        begun={to ? t(texts.begin, { name: to }) : ''}
        focus={focus}
        closed={gone}
        onWritten={setWritten}
        send={(text, idempotencyKey) =>
          dispatch(writeComment({ postId, parentId }, user._id, { text, idempotencyKey }))
        }
      >
        {gone && (
          <Button size="small" variant="quiet" onClick={discard}>
            {t(words.discard)}
          </Button>
        )}
      </CommentForm>
    </>
  );
}
