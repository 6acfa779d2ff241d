import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { savePost } from '#entities/posts/post-commands.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { words } from '#ui/text/words.ts';
import { toUntouched } from './drafts/post-draft.ts';
import { PostForm } from './post-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.edit', {
  title: 'Edit post',
});

type EditPostProps = { post: StoredPost; open: boolean; onClose: () => void };

function EditForm({ post, open, onClose }: EditPostProps) {
  const dispatch = useAppDispatch();
  const [untouched] = useState(() => toUntouched(post));
  const edit = usePostForm({
    place: { userId: post.user_id, postId: post._id },
    untouched,
    published: post.card,
    send: async (body, { removed: removeFiles, order, described }) => {
      const { startsAt, timeZone, ...others } = body;
      const { values } = edit.form;
      // The field has a precision of minutes: a time that was not changed stays exact.
      const timed = values.startsAt === untouched.values.startsAt ? others : { ...others, startsAt, timeZone };
      const alts = { describeFiles: described.map(({ id }) => id), descriptions: described.map(({ alt }) => alt) };
      const response = await dispatch(savePost({ _id: post._id, ...timed, ...alts, removeFiles, order }));
      if (!response.ok) {
        showError(response.message, 'top-right');
        return response;
      }
      showSuccess(response.message, 'top-right');
      onClose();
      return undefined;
    },
  });
  const discard = () => {
    edit.reset(untouched);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      size="medium"
      footer={
        <>
          <Button onClick={discard}>{t(edit.dirty ? words.discardChanges : words.cancel)}</Button>
          <SubmitButton form={`edit-${post._id}`} text={words.save} post={edit} />
        </>
      }
    >
      <PostForm id={`edit-${post._id}`} verb="save" typeFixed {...edit} />
    </Dialog>
  );
}

/** Edits the viewer's own post; unsaved changes stay in the browser, for this post. */
export function EditPost(props: EditPostProps) {
  // After saving, the form starts from the saved post.
  return <EditForm key={props.post.updatedAt} {...props} />;
}
