import { defineMessages } from '@afterhours/contract/base/message';
import { useMemo } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { forgetIfGone, savePost } from '#entities/posts/post-commands.ts';
import { selectIsLeaving } from '#entities/posts/posts-slice.ts';
import { UnsentForm } from '#entities/posts/unsent-forms.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { toUntouched } from './drafts/post-draft.ts';
import { EditDialog } from './edit-dialog.tsx';
import { usePostForm } from './use-post-form.ts';
import { useFollowing, useVersion } from './use-version.ts';

const texts = defineMessages('posts.edit', {
  title: 'Edit post',
  gone: 'This post was deleted, or is no longer available. Your changes cannot be saved, but you can copy your text.',
});

type EditPostProps = { post: StoredPost; open: boolean; onClose: () => void };

/**
 * The form of a post. One in which nothing is written follows the post when it is changed elsewhere; otherwise
 * `changed` is true.
 */
function useEdit({ post, onClose }: EditPostProps) {
  const dispatch = useAppDispatch();
  const version = useVersion(useMemo(() => toUntouched(post), [post]));
  const { untouched } = version;
  const edit = usePostForm({
    place: { userId: post.user_id, postId: post._id },
    untouched,
    published: post.card,
    send: async (body, pictures) => {
      const { startsAt, timeZone, ...others } = body;
      const { values } = edit.form;
      // The field has a precision of minutes: a time that was not changed stays exact.
      const timed = values.startsAt === untouched.values.startsAt ? others : { ...others, startsAt, timeZone };
      // Pictures that were removed elsewhere can be neither removed nor described.
      const attached = new Set(post.attachments.map(({ _id }) => _id));
      const described = pictures.described.filter(({ id }) => attached.has(id));
      const alts = { describeFiles: described.map(({ id }) => id), descriptions: described.map(({ alt }) => alt) };
      const removeFiles = pictures.removed.filter((id) => attached.has(id));
      const response = await dispatch(
        savePost({ _id: post._id, ...timed, ...alts, removeFiles, order: pictures.order }),
      );
      if (!response.ok) {
        showError(response.message, 'top-right');
        dispatch(forgetIfGone(post._id, response));
        return response;
      }
      showSuccess(response.message, 'top-right');
      onClose();
      return undefined;
    },
  });
  return { edit, untouched, changed: useFollowing(version, edit) };
}

/** Edits the viewer's own post; unsaved changes stay in the browser, for this post. */
export function EditPost(props: EditPostProps) {
  const { post, open, onClose } = props;
  const { edit, untouched, changed } = useEdit(props);
  const leaving = useAppSelector((state) => selectIsLeaving(state, post._id));
  const discard = () => {
    edit.reset(untouched);
    onClose();
  };
  return (
    <>
      <EditDialog
        title={t(texts.title)}
        form={`edit-${post._id}`}
        edit={edit}
        open={open}
        onClose={onClose}
        onDiscard={discard}
        changed={open && changed}
        gone={leaving ? t(texts.gone) : null}
      />
      {open && edit.dirty && <UnsentForm id={post._id} />}
    </>
  );
}
