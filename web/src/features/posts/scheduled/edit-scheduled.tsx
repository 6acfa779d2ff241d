import { defineMessages } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { words } from '#ui/text/words.ts';
import { type PostDraft, toUntouched } from '../writing/drafts/post-draft.ts';
import { PostForm } from '../writing/post-form.tsx';
import { SubmitButton } from '../writing/submit-button.tsx';
import { findFirstLink } from '../writing/use-link-card.ts';
import { usePostForm } from '../writing/use-post-form.ts';
import { updateScheduled } from './scheduled-commands.ts';

const texts = defineMessages('posts.editScheduled', {
  title: 'Edit scheduled post',
});

type EditScheduledProps = {
  post: ScheduledPost;
  open: boolean;
  onClose: () => void;
  onSaved: (post: ScheduledPost) => void;
  onRefused: (failure: CallFailure) => void;
};

/**
 * The form before any change. All pictures are sent again, by their names: none is attached yet. A link preview that
 * was removed when the post was written stays removed.
 */
function toForm(post: ScheduledPost, visibility: PostDraft['values']['visibility']): PostDraft {
  const { values, images } = toUntouched({ ...post, visibility: post.visibility ?? visibility });
  const droppedLink = post.card ? '' : (findFirstLink(post.description) ?? '');
  return { values: { ...values, droppedLink }, images: images.map(({ attachmentId: _none, ...image }) => image) };
}

/** Edits the content of a scheduled post; its time stays the same. */
export function EditScheduled({ post, open, onClose, onSaved, onRefused }: EditScheduledProps) {
  const user = useAppSelector(selectOwnUser);
  const [untouched] = useState(() => toForm(post, user?.post_visibility ?? 'public'));
  const edit = usePostForm({
    place: { userId: user?._id ?? '', postId: post._id },
    untouched,
    send: async (body) => {
      const response = await updateScheduled(post._id, body);
      if (!response.ok) {
        if (response.status === 404) onRefused(response);
        return response;
      }
      showSuccess(response.message);
      onSaved(response.body);
      onClose();
      return undefined;
    },
  });
  const discard = () => {
    edit.reset(untouched);
    onClose();
  };
  const form = `edit-${post._id}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      size="medium"
      footer={
        <>
          <Button onClick={discard}>{t(words.cancel)}</Button>
          <SubmitButton form={form} text={words.save} post={edit} />
        </>
      }
    >
      <PostForm id={form} verb="save" typeFixed {...edit} />
    </Dialog>
  );
}
