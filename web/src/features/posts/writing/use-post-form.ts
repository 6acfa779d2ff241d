/** The form of a post, new or edited: its values, pictures, draft, and request body. */
import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import { createPostBody } from '@afterhours/contract/posts/posts';
import { useEffect, useState } from 'react';
import type { PublishBody } from '#entities/posts/post-commands.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { watchDraft } from '#lib/browser/session-storage.ts';
import { useForm } from '#lib/forms/use-form.ts';
import {
  contentOf,
  type DraftPlace,
  forgetPostDraft,
  isNew,
  isSameContent,
  isUntouched,
  nameOfPostDraft,
  type PostDraft,
  type PostFormValues,
  readPostDraft,
  writePostDraft,
} from './drafts/post-draft.ts';
import { type ComposerImage, type KeptImage, toKept, useImageUploads } from './pictures/use-image-uploads.ts';
import { toJobInput } from './types/job-values.ts';
import { keepsPrice, toWebinarBody } from './types/webinar-values.ts';
import { findFirstLink } from './use-link-card.ts';

const toIso = (local: string): string => {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? local : date.toISOString();
};

/** Returns the host's time zone. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the request body: only the fields of the chosen type, and only the new pictures. */
function toBody(values: PostFormValues, images: ComposerImage[], untouched: PostFormValues): unknown {
  const { postType, visibility, title, opening, salary, link, startsAt, description, droppedLink } = values;
  // An unchanged time is not sent: the texts and the end of a webinar that has started can still be edited.
  const { endsAt } = values;
  const time = {
    ...(startsAt === untouched.startsAt ? {} : { startsAt: toIso(startsAt), timeZone: ownZone() }),
    ...(endsAt === untouched.endsAt ? {} : { endsAt: toIso(endsAt) }),
  };
  const ready = images.flatMap(({ filename, alt, attachmentId }) =>
    filename && !attachmentId ? [{ filename, alt }] : [],
  );
  const pictures = { filenames: ready.map((image) => image.filename), alts: ready.map((image) => image.alt) };
  const withPrice = isNew(untouched) || !keepsPrice(values, untouched);
  const byType = {
    '': {},
    general: pictures,
    job: { title, opening, salary, ...toJobInput(values, untouched, isNew(untouched)) },
    webinar: { title, link, ...time, ...toWebinarBody(values, { withPrice }), ...pictures },
  };
  // An unchanged audience of a published post is not sent: with a members-only profile it looks narrower than it is.
  const audience = isNew(untouched) || visibility !== untouched.visibility ? { visibility } : {};
  const card = droppedLink !== '' && droppedLink === findFirstLink(description) ? { card: false } : {};
  return { postType, ...audience, description, ...card, ...byType[postType] };
}

/**
 * `removed` are the ids of removed pictures, `order` the names of all others as they are shown, `described` those whose
 * descriptions were changed.
 */
type PictureChanges = { removed: string[]; order: string[]; described: { id: string; alt: string }[] };

function changesOf(images: ComposerImage[], before: KeptImage[]): PictureChanges {
  const kept = new Set(images.map(({ attachmentId }) => attachmentId));
  const altsBefore = new Map(before.map(({ attachmentId, alt }) => [attachmentId, alt]));
  return {
    removed: before.flatMap(({ attachmentId }) => (attachmentId && !kept.has(attachmentId) ? [attachmentId] : [])),
    order: images.flatMap(({ filename }) => (filename ? [filename] : [])),
    described: images.flatMap(({ attachmentId, alt }) =>
      attachmentId && altsBefore.get(attachmentId) !== alt ? [{ id: attachmentId, alt }] : [],
    ),
  };
}

type PostFormOptions = {
  place: DraftPlace;
  /** The form before any change. */
  untouched: PostDraft;
  /** The card of a published post. */
  published?: LinkCard | null;
  /** Sends the post. Resolves to the failure, or to nothing. */
  send: (body: PublishBody, pictures: PictureChanges) => Promise<CallFailure | undefined>;
};

type FormState = Pick<PostFormOptions, 'place' | 'untouched'> & {
  values: PostFormValues;
  before: string | undefined;
  uploads: ReturnType<typeof useImageUploads>;
  reset: (next: PostDraft) => void;
};

/** Follows what another tab does with the draft, such as publishing it, unless something else was written here. */
function useSameInAllTabs({ place, untouched, values, before: basis, uploads, reset }: FormState): void {
  const { images, busy } = uploads;
  useEffect(() =>
    watchDraft(nameOfPostDraft(place), (now, before) => {
      const here = isUntouched({ values, images }, untouched)
        ? null
        : { values, images: toKept(images), before: basis };
      const [content, was, is] = [here, before, now].map((draft) => JSON.stringify(draft));
      if (!busy && content === was && content !== is) reset(readPostDraft(place, untouched));
    }),
  );
}

/**
 * The form and pictures, stored as a draft until they are sent. `outdated`: the post was changed after its draft was
 * begun.
 */
export function usePostForm({ place, untouched, published, send }: PostFormOptions) {
  const [start] = useState(() => readPostDraft(place, untouched));
  const uploads = useImageUploads(start.images);
  const { images } = uploads;
  const form = useForm<PostFormValues, PublishBody>({
    initial: start.values,
    schema: createPostBody,
    toInput: (values) => toBody(values, images, untouched.values),
    submit: async (body) => {
      const failed = await send(body, changesOf(images, untouched.images));
      if (!failed) forgetPostDraft(place);
      return failed;
    },
  });
  const { values } = form;
  const { userId, postId } = place;
  const [kept, setKept] = useState(start.before);
  const present = postId === undefined ? undefined : contentOf(untouched);
  const before = kept ?? present;
  useEffect(() => {
    writePostDraft({ userId, postId }, { values, images: toKept(images), before }, untouched);
  }, [userId, postId, values, images, before, untouched]);
  const reset = (next: PostDraft) => {
    setKept(next.before);
    form.reset(next.values);
    uploads.reset(next.images);
  };
  useSameInAllTabs({ place, untouched, values, before, uploads, reset });
  const link = findFirstLink(values.description);
  const card = {
    link,
    known: published === undefined ? null : { link: findFirstLink(untouched.values.description), card: published },
    dropped: link !== null && link === values.droppedLink,
    onDrop: () => form.setValue('droppedLink', link ?? ''),
  };
  const draft: PostDraft = { values, images: toKept(images) };
  const dirty = !isUntouched({ values, images }, untouched);
  const outdated = before !== undefined && present !== undefined && !isSameContent(before, present);
  const keptTax = values.addedTax !== '' && keepsPrice(values, untouched.values) ? Number(values.addedTax) : null;
  return { form: { ...form, keptTax }, uploads, reset, dirty, outdated, draft, card };
}
