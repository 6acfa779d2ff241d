import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { coveredWidth, postImage } from '#lib/image-address.ts';
import { showSuccess } from '#lib/notify.ts';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { words } from '#ui/text/words.ts';
import { typeTexts } from '../post-texts.ts';
import styles from './scheduled.module.css';
import { deleteScheduled, publishScheduled, updateScheduled } from './scheduled-commands.ts';
import { scheduledTexts } from './scheduled-texts.ts';

const texts = defineMessages('posts.scheduledRow', {
  edit: 'Edit',
  changeTime: 'Change time',
  publish: 'Publish now',
  failed: 'Not published. {problem}',
  deleteTitle: 'Delete this scheduled post?',
  deleteText: 'Its text and pictures are deleted. Nobody has seen them.',
  publishTitle: 'Publish this post now?',
  publishText: 'Everyone who can see it will see it right away.',
});

const EditScheduled = lazyPart(async () => (await import('./edit-scheduled.tsx')).EditScheduled);
const ScheduleDialog = lazyPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

const THUMBNAIL = 64;

type RowProps = {
  post: ScheduledPost;
  /** Called when a dialog of the post is opened or closed. */
  onDialog: (open: boolean) => void;
  onChanged: (post: ScheduledPost) => void;
  /** Called when the post has left the list: published or deleted. */
  onGone: (id: string) => void;
};

type Open = 'edit' | 'time' | 'publish' | 'delete' | null;

/** Which dialog of the row is open, and a function that opens one or closes it. */
function useDialogs({ onDialog }: Pick<RowProps, 'onDialog'>) {
  const [open, setOpen] = useState<Open>(null);
  const change = (next: Open) => {
    setOpen(next);
    onDialog(next !== null);
  };
  return [open, change] as const;
}

/** The actions of a row's buttons, one at a time. */
function useScheduledPost({ post, onDialog, onChanged, onGone }: RowProps) {
  const [open, setOpen] = useDialogs({ onDialog });
  const [pending, setPending] = useState(false);
  const [key] = useState(() => nanoid());
  const { _id: id } = post;

  /** Shows the error. A post that no longer exists leaves the list. */
  const refuse = (failure: CallFailure) => {
    showFailure(failure);
    if (failure.status !== 404) return;
    setOpen(null);
    onGone(id);
  };

  async function run<Success extends { ok: true; message: string }>(
    work: () => Promise<Success | CallFailure>,
    done: (response: Success) => void,
  ): Promise<void> {
    if (pending) return;
    setPending(true);
    const response = await work();
    setPending(false);
    if (!response.ok) return refuse(response);
    showSuccess(response.message);
    setOpen(null);
    done(response);
  }

  return {
    open,
    pending,
    setOpen,
    changeTime: (publishAt: string) =>
      void run(
        () => updateScheduled(id, { publishAt }),
        (response) => onChanged(response.body),
      ),
    publish: () =>
      void run(
        () => publishScheduled(id, key),
        () => onGone(id),
      ),
    remove: () =>
      void run(
        () => deleteScheduled(id),
        () => onGone(id),
      ),
  };
}

/** The content that will be published. */
function Content({ post: { title, description, attachments } }: Pick<RowProps, 'post'>) {
  return (
    <>
      {title && (
        <h3 dir="auto" className={styles.title}>
          {title}
        </h3>
      )}
      <p dir="auto" className={styles.description}>
        {description}
      </p>
      {attachments.length > 0 && (
        <div className={styles.pictures}>
          {attachments.map((picture) => (
            <img
              key={picture._id}
              {...postImage(picture)}
              sizes={`${coveredWidth(picture, { width: THUMBNAIL, height: THUMBNAIL })}px`}
              alt={picture.alt}
              width={THUMBNAIL}
              height={THUMBNAIL}
              loading="lazy"
              decoding="async"
              className={styles.picture}
            />
          ))}
        </div>
      )}
    </>
  );
}

type Actions = ReturnType<typeof useScheduledPost>;

/** The buttons of a row. */
function Ways({ setOpen, when }: Pick<Actions, 'setOpen'> & { when: string }) {
  const nameOf = (action: MessageDescriptor) => t(words.ofRow, { action: t(action), row: when });
  return (
    <div className={styles.ways}>
      <Button size="small" data-control="edit" aria-label={nameOf(texts.edit)} onClick={() => setOpen('edit')}>
        {t(texts.edit)}
      </Button>
      <Button
        size="small"
        variant="quiet"
        data-control="time"
        aria-label={nameOf(texts.changeTime)}
        onClick={() => setOpen('time')}
      >
        {t(texts.changeTime)}
      </Button>
      <Button
        size="small"
        variant="quiet"
        data-control="publish"
        aria-label={nameOf(texts.publish)}
        onClick={() => setOpen('publish')}
      >
        {t(texts.publish)}
      </Button>
      <Button
        size="small"
        variant="quiet"
        data-control="delete"
        aria-label={nameOf(scheduledTexts.delete)}
        onClick={() => setOpen('delete')}
      >
        {t(scheduledTexts.delete)}
      </Button>
    </div>
  );
}

/** The confirmations before actions that cannot be undone. */
function Questions({ open, pending, setOpen, publish, remove }: Actions) {
  const shared = { loading: pending, onCancel: () => setOpen(null) };
  return (
    <>
      <ConfirmDialog
        {...shared}
        open={open === 'publish'}
        title={t(texts.publishTitle)}
        confirmLabel={t(texts.publish)}
        onConfirm={publish}
      >
        {t(texts.publishText)}
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={open === 'delete'}
        title={t(texts.deleteTitle)}
        confirmLabel={t(scheduledTexts.delete)}
        danger
        onConfirm={remove}
      >
        {t(texts.deleteText)}
      </ConfirmDialog>
    </>
  );
}

/** One scheduled post, with its author's actions. */
export function ScheduledRow(props: RowProps) {
  const { post, onChanged, onGone } = props;
  const actions = useScheduledPost(props);
  const { open, pending, setOpen, changeTime } = actions;
  const when = formatExact(post.publishAt);
  const close = () => setOpen(null);
  return (
    <li data-row={post._id} className={styles.row} aria-label={when}>
      <p className={styles.when}>
        <time dateTime={post.publishAt}>{when}</time>
        {post.postType !== 'general' && <Chip>{t(typeTexts[post.postType])}</Chip>}
      </p>
      {post.problem && <Banner tone="danger">{t(texts.failed, { problem: post.problem })}</Banner>}
      <Content post={post} />
      <Ways setOpen={setOpen} when={when} />
      {open === 'edit' && <EditScheduled open post={post} onClose={close} onSaved={onChanged} onGone={onGone} />}
      <ScheduleDialog
        open={open === 'time'}
        onClose={close}
        publishAt={post.problem ? null : post.publishAt}
        label={t(words.save)}
        pending={pending}
        onChoose={changeTime}
      />
      <Questions {...actions} />
    </li>
  );
}
