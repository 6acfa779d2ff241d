import { createPostBody, MAX_DESCRIPTION } from '@afterhours/contract/posts';
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showSuccess } from '#lib/notify.ts';
import { findHashtags } from '#lib/rich-text.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { useForm } from '#lib/use-form.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { publishPost } from '../post-commands.ts';
import { emptyPost, forgetPostDraft, type PostFormValues, readPostDraft, writePostDraft } from '../post-draft.ts';
import { type ComposerImage, useImageUploads } from '../use-image-uploads.ts';
import styles from './composer.module.css';
import { ComposerImages } from './composer-images.tsx';
import { TypeFields } from './type-fields.tsx';

type ComposerProps = { open: boolean; onClose: () => void };

const toIso = (local: string): string => {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? local : date.toISOString();
};

/** What is sent: only what the chosen type has. */
function toBody(values: PostFormValues, images: ComposerImage[]): unknown {
  const { postType, title, opening, salary, link, startsAt, description } = values;
  const ready = images.flatMap(({ filename, alt }) => (filename ? [{ filename, alt }] : []));
  const pictures = { filenames: ready.map((image) => image.filename), alts: ready.map((image) => image.alt) };
  const byType = {
    general: { ...pictures },
    job: { title, opening, salary },
    webinar: { title, link, startsAt: toIso(startsAt), ...pictures },
  };
  return { postType, description, ...byType[postType] };
}

/** The same content has the same key, so that a repeated press after a lost answer publishes once. */
function useIdempotencyKey() {
  const held = useRef({ content: '', key: '' });
  return (content: unknown): string => {
    const text = JSON.stringify(content);
    if (held.current.content !== text) held.current = { content: text, key: nanoid() };
    return held.current.key;
  };
}

function useComposerForm(userId: string, onClose: () => void) {
  const dispatch = useAppDispatch();
  const draft = useState(() => readPostDraft(userId))[0];
  const uploads = useImageUploads(draft.images);
  const keyFor = useIdempotencyKey();
  const form = useForm<PostFormValues, Parameters<typeof publishPost>[0]>({
    initial: draft.values,
    schema: createPostBody,
    toInput: (values) => toBody(values, uploads.images),
    submit: async (body) => {
      const answer = await dispatch(publishPost(body, keyFor(body)));
      if (!answer.ok) return answer;
      forgetPostDraft(userId);
      form.reset(emptyPost);
      uploads.clear();
      showSuccess(answer.message, 'top-right');
      onClose();
      return undefined;
    },
  });
  const { values } = form;
  useEffect(() => {
    const images = uploads.images.flatMap(({ key, name, alt, filename, preview, status }) =>
      status === 'done' ? [{ key, name, alt, filename, preview }] : [],
    );
    writePostDraft(userId, { values, images });
  }, [userId, values, uploads.images]);
  return { form, uploads };
}

function ComposerForm({ userId, open, onClose }: ComposerProps & { userId: string }) {
  const { form, uploads } = useComposerForm(userId, onClose);
  const { form: element, field, values, errors, message, pending, wait, onSubmit } = form;
  const tags = findHashtags(`${values.title} ${values.description}`);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New post"
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep as draft
          </Button>
          <Button
            type="submit"
            form="composer"
            variant="primary"
            loading={pending}
            aria-disabled={uploads.busy || wait > 0 || undefined}
            disabled={uploads.busy}
          >
            {uploads.busy ? 'Uploading pictures' : 'Publish'}
          </Button>
        </>
      }
    >
      <form id="composer" ref={element} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        {message && <Banner tone="danger">{message} Your post is kept here.</Banner>}
        <Select {...field('postType')} label="Type" required>
          <option value="general">Post</option>
          <option value="job">Job</option>
          <option value="webinar">Webinar</option>
        </Select>
        <TypeFields type={values.postType} field={field} />
        <TextArea
          {...field('description')}
          label="Description"
          minRows={5}
          maxRows={14}
          limit={MAX_DESCRIPTION}
          hint={tags.length > 0 ? tags.map((tag) => `#${tag}`).join(' ') : 'Words with # become hashtags.'}
          data-autofocus
          required
        />
        {values.postType !== 'job' && <ComposerImages uploads={uploads} error={errors.filenames} />}
      </form>
    </Dialog>
  );
}

/** Writes a post. What is unsent stays in the browser until it is published. */
export function Composer({ open, onClose }: ComposerProps) {
  const user = useAppSelector(selectOwnUser);
  return user && <ComposerForm key={user._id} userId={user._id} open={open} onClose={onClose} />;
}
