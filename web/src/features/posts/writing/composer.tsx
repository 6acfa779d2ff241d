import { nanoid } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { publishPost } from '#entities/posts/post-commands.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toUntouched } from './post-draft.ts';
import { PostForm } from './post-form.tsx';
import { usePostForm } from './use-post-form.ts';

type ComposerProps = { open: boolean; onClose: () => void };

const untouched = toUntouched();

/** The same content has the same key, so that a repeated press after a lost answer publishes once. */
function useIdempotencyKey() {
  const held = useRef({ content: '', key: '' });
  return (content: unknown): string => {
    const text = JSON.stringify(content);
    if (held.current.content !== text) held.current = { content: text, key: nanoid() };
    return held.current.key;
  };
}

function NewPost({ userId, open, onClose }: ComposerProps & { userId: string }) {
  const dispatch = useAppDispatch();
  const keyFor = useIdempotencyKey();
  const post = usePostForm({
    place: { userId },
    untouched,
    send: async (body) => {
      const answer = await dispatch(publishPost(body, keyFor(body)));
      if (!answer.ok) return answer;
      post.reset(untouched);
      showSuccess(answer.message, 'top-right');
      onClose();
      return undefined;
    },
  });
  const { uploads, form } = post;
  const [discarding, setDiscarding] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New post"
      size="medium"
      footer={
        <>
          {post.dirty && (
            <Button variant="quiet" onClick={() => setDiscarding(true)}>
              Discard draft
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {post.dirty ? 'Keep as draft' : 'Close'}
          </Button>
          <Button
            type="submit"
            form="composer"
            variant="primary"
            loading={form.pending}
            aria-disabled={uploads.busy || form.wait > 0 || undefined}
            disabled={uploads.busy}
          >
            {uploads.busy ? 'Uploading…' : 'Publish'}
          </Button>
        </>
      }
    >
      <PostForm id="composer" verb="Publish" typeFixed={false} {...post} />
      <ConfirmDialog
        open={discarding}
        title="Discard this draft?"
        confirmLabel="Discard"
        danger
        onCancel={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false);
          post.reset(untouched);
          onClose();
        }}
      >
        Its text and pictures are removed from this browser.
      </ConfirmDialog>
    </Dialog>
  );
}

/** Writes a post. What is unsent stays in the browser until it is published. */
export function Composer({ open, onClose }: ComposerProps) {
  const user = useAppSelector(selectOwnUser);
  return user && <NewPost key={user._id} userId={user._id} open={open} onClose={onClose} />;
}
