import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { MAX_DRAFT } from '@afterhours/contract/posts/posts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { publishPost } from '#entities/posts/post-commands.ts';
import { selectOwnUser, userReceived } from '#features/account/auth-slice.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';
import { useUnloadQuestion } from '#lib/forms/use-unload-question.ts';
import { announceOnly, showSuccess } from '#lib/notify.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { words } from '#ui/text/words.ts';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import { formTexts } from '../post-texts.ts';
import { ScheduleChoice } from '../scheduled/schedule-choice.tsx';
import { SCHEDULED_PATH, scheduledTexts } from '../scheduled/scheduled-texts.ts';
import { useChosenTime } from '../scheduled/use-chosen-time.ts';
import styles from './composer.module.css';
import { OtherDraft } from './drafts/other-draft.tsx';
import { emptyDraft, forgetPostDraft, nameOfPostDraft } from './drafts/post-draft.ts';
import { useDraftSync } from './drafts/use-draft-sync.ts';
import { useBeginning, useSharedContent } from './drafts/use-shared-content.ts';
import { PostForm } from './post-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.composer', {
  title: 'New post',
  discard: 'Discard draft',
  keep: 'Save draft',
  discardTitle: 'Discard this draft?',
  view: 'View',
  cut: 'The shared text is too long. Only its beginning is here, up to {count, number} characters.',
  discardText: 'Its text and pictures are removed, here and on your other devices.',
});

/** `beginning` is the text that an empty post starts with. */
type ComposerProps = { open: boolean; beginning?: string; onClose: () => void };

/**
 * Announces that the post is published, with a visible toast if the post is out of view: further down a feed, or on
 * another page.
 */
function announcePublished(postId: string, message: string): void {
  const { top = -1 } = document.getElementById(postId)?.getBoundingClientRect() ?? {};
  if (top >= 0 && top < innerHeight) announceOnly(message);
  else showSuccess(message);
}

/** Announces that the post is scheduled, with a link to all scheduled posts. */
function announceScheduled(message: string, show: () => void): void {
  showUndoToast({ id: 'scheduled', message, otherLabel: t(texts.view), onUndo: show });
}

type DiscardQuestionProps = { open: boolean; onClose: () => void; onDiscard: () => void };

function DiscardQuestion({ open, onClose, onDiscard }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.discardTitle)}
      confirmLabel={t(words.discard)}
      danger
      onCancel={onClose}
      onConfirm={onDiscard}
    >
      {t(texts.discardText)}
    </ConfirmDialog>
  );
}

/** Lets an empty form follow the default audience, which changes with a post that is published in another tab. */
function useDefaultAudience({ form, dirty }: ReturnType<typeof usePostForm>, present: PostVisibility) {
  const known = useRef(present);
  useEffect(() => {
    const before = known.current;
    known.current = present;
    if (before !== present && !dirty && form.values.visibility === before) form.setValue('visibility', present);
  });
}

/** The form of a new post, the same on all of the member's devices. */
function useNewPost({ user, open, beginning = '', onClose }: ComposerProps & { user: OwnUser }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [publishAt, setPublishAt] = useChosenTime(user._id);
  const draftName = nameOfPostDraft({ userId: user._id });
  const untouched = useMemo(() => emptyDraft(user.post_visibility), [user.post_visibility]);
  const post = usePostForm({
    place: { userId: user._id },
    untouched,
    send: async (written) => {
      const body = publishAt === null ? written : { ...written, publishAt };
      const response = await dispatch(publishPost(body, idempotencyKeyFor(draftName, JSON.stringify(body))));
      if (!response.ok) return response;
      forgetIdempotencyKey(draftName);
      const { visibility = user.post_visibility } = body;
      // Before the page renders again, which would still find a draft.
      forgetPostDraft({ userId: user._id });
      flushSync(() => {
        post.reset(emptyDraft(visibility));
        setPublishAt(null);
        onClose();
      });
      if ('scheduled' in response.body) {
        announceScheduled(response.message, () => void navigate(SCHEDULED_PATH));
        return undefined;
      }
      dispatch(userReceived({ ...user, post_visibility: visibility }));
      announcePublished(response.body._id, response.message);
      return undefined;
    },
  });
  useDefaultAudience(post, user.post_visibility);
  const sync = useDraftSync({ userId: user._id, open, draft: post.draft, untouched, adopt: post.reset });
  useBeginning(open && sync.ready, beginning, post);
  const cut = useSharedContent(open && sync.ready, post);
  return { post, untouched, sync, cut, schedule: { publishAt, onChoose: setPublishAt } };
}

function NewPost(props: ComposerProps & { user: OwnUser }) {
  const { open, onClose } = props;
  const { post, untouched, sync, cut, schedule } = useNewPost(props);
  const [discarding, setDiscarding] = useState(false);
  useUnloadQuestion(post.uploads.busy);
  const discard = () => {
    setDiscarding(false);
    post.reset(untouched);
    schedule.onChoose(null);
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
          {post.dirty && (
            <Button variant="quiet" className={styles.discard} onClick={() => setDiscarding(true)}>
              {t(texts.discard)}
            </Button>
          )}
          <Button onClick={onClose}>{t(post.dirty ? texts.keep : words.close)}</Button>
          <SubmitButton
            form="composer"
            text={schedule.publishAt === null ? formTexts.publish : scheduledTexts.schedule}
            post={post}
          />
        </>
      }
    >
      <OtherDraft open={sync.other !== null} onChoose={sync.choose} />
      {cut && (
        <div className={styles.notice}>
          <Banner tone="lamp">{t(texts.cut, { count: MAX_DRAFT })}</Banner>
        </div>
      )}
      <PostForm id="composer" verb="publish" typeFixed={false} {...post} />
      <ScheduleChoice {...schedule} />
      <DiscardQuestion open={discarding} onClose={() => setDiscarding(false)} onDiscard={discard} />
    </Dialog>
  );
}

/** Writes a post. An unsent draft stays in the browser, and on the server for other devices, until it is published. */
export function Composer(props: ComposerProps) {
  const user = useAppSelector(selectOwnUser);
  return user && <NewPost key={user._id} user={user} {...props} />;
}
