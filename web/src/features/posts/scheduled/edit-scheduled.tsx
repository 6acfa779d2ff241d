import { defineMessages } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { useEffect, useMemo, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { type PostDraft, toUntouched } from '../writing/drafts/post-draft.ts';
import { EditDialog } from '../writing/edit-dialog.tsx';
import { findFirstLink } from '../writing/use-link-card.ts';
import { usePostForm } from '../writing/use-post-form.ts';
import { useFollowing, useVersion } from '../writing/use-version.ts';
import { onScheduledChanged } from './scheduled-changes.ts';
import { loadScheduled, updateScheduled } from './scheduled-commands.ts';

const texts = defineMessages('posts.editScheduled', {
  title: 'Edit scheduled post',
  gone:
    'This post is no longer scheduled: it was published or deleted. Your changes cannot be saved, but you can copy ' +
    'your text.',
});

type EditScheduledProps = {
  post: ScheduledPost;
  open: boolean;
  onClose: () => void;
  onSaved: (post: ScheduledPost) => void;
  /** Called when the dialog of a post that no longer exists is closed. */
  onGone: (id: string) => void;
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

/** The post as it is now, and whether it is still scheduled. The list does not follow while a dialog is open. */
function useLatest(post: ScheduledPost) {
  const [latest, setLatest] = useState(post);
  const [gone, setGone] = useState(false);
  useEffect(
    () =>
      onScheduledChanged(() => {
        void loadScheduled().then((response) => {
          if (!response.ok) return;
          const present = response.body.find(({ _id }) => _id === post._id);
          if (present) setLatest(present);
          setGone(!present);
        });
      }),
    [post._id],
  );
  return { latest, gone, setGone };
}

/**
 * Edits the content of a scheduled post; its time stays the same. What is written stays if the post turns out to be
 * gone, until the dialog is closed.
 */
export function EditScheduled({ post, open, onClose, onSaved, onGone }: EditScheduledProps) {
  const user = useAppSelector(selectOwnUser);
  const { latest, gone, setGone } = useLatest(post);
  const [audience] = useState(user?.post_visibility ?? 'public');
  const version = useVersion(useMemo(() => toForm(latest, audience), [latest, audience]));
  const { untouched } = version;
  const edit = usePostForm({
    place: { userId: user?._id ?? '', postId: post._id },
    untouched,
    send: async (body) => {
      const response = await updateScheduled(post._id, body);
      if (!response.ok) {
        setGone(response.status === 404);
        return response;
      }
      showSuccess(response.message);
      onSaved(response.body);
      onClose();
      return undefined;
    },
  });
  const changed = useFollowing(version, edit);
  const discard = () => {
    edit.reset(untouched);
    onClose();
    if (gone) onGone(post._id);
  };
  return (
    <EditDialog
      title={t(texts.title)}
      form={`edit-${post._id}`}
      edit={edit}
      open={open}
      onClose={onClose}
      onDiscard={discard}
      changed={changed}
      gone={gone ? t(texts.gone) : null}
    />
  );
}
