/** A post that is not sent yet, kept in the browser under its writer's id. */
import { type PostType, postTypes } from '@afterhours/contract/posts';
import { readDraft, writeDraft } from '#lib/session-storage.ts';
import type { KeptImage } from './use-image-uploads.ts';

export type PostFormValues = {
  postType: PostType;
  title: string;
  opening: string;
  salary: string;
  link: string;
  /** As the browser's field writes it: local time, `YYYY-MM-DDTHH:mm`. */
  startsAt: string;
  description: string;
};
export type PostDraft = { values: PostFormValues; images: KeptImage[] };

export const emptyPost: PostFormValues = {
  postType: 'general',
  title: '',
  opening: '',
  salary: '',
  link: '',
  startsAt: '',
  description: '',
};

const keyOf = (userId: string): string => `post:${userId}`;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The kept draft; whatever in it is not as it should be is left out. */
export function readPostDraft(userId: string): PostDraft {
  const kept = readDraft(keyOf(userId));
  if (!isRecord(kept) || !isRecord(kept.values)) return { values: emptyPost, images: [] };
  const values: PostFormValues = { ...emptyPost };
  for (const name of ['title', 'opening', 'salary', 'link', 'startsAt', 'description'] as const) {
    const value = kept.values[name];
    if (typeof value === 'string') values[name] = value;
  }
  const type = postTypes.find((each) => each === (kept.values as Record<string, unknown>).postType);
  if (type) values.postType = type;
  const images = Array.isArray(kept.images) ? kept.images.filter((image): image is KeptImage => isRecord(image)) : [];
  return { values, images };
}

/** Keeps what was written; nothing is kept of an empty form. */
export function writePostDraft(userId: string, { values, images }: PostDraft): void {
  const texts = { ...values, postType: '' };
  const empty = images.length === 0 && Object.values(texts).every((text) => text.trim() === '');
  writeDraft(keyOf(userId), empty ? null : { values, images });
}

export const forgetPostDraft = (userId: string): void => writeDraft(keyOf(userId), null);
