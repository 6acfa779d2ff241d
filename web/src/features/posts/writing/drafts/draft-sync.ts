/** The draft of a new post, as the server stores it for the member's other devices. */
import type { Draft, DraftBody, deleteDraft, listDrafts, setDraft } from '@afterhours/contract/posts/drafts';
import { call } from '#lib/api/client.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { emptyJob, filledJob } from '../types/job-values.ts';
import { newWebinarValues } from '../types/webinar-values.ts';
import type { PostDraft } from './post-draft.ts';

const params = { client_id: 'new' };
/** More drafts than a member can have. */
const ALL = '100';

/**
 * The last version that the browser and the server had in common; `content` is '' if there was none. `sent` is what
 * this browser has tried to save since, if no response has arrived.
 */
export type Synced = { version: number; content: string; sent?: string };

const keyOf = (userId: string): string => `synced:${userId}`;

const nothing: Synced = { version: 0, content: '' };

const isSynced = (kept: unknown): kept is Synced =>
  typeof kept === 'object' && kept !== null && 'version' in kept && 'content' in kept;

export function readSynced(userId: string): Synced {
  const kept = readDraft(keyOf(userId));
  return isSynced(kept) ? kept : nothing;
}

export const writeSynced = (userId: string, synced: Synced): void =>
  writeDraft(keyOf(userId), synced.version === 0 && synced.sent === undefined ? null : synced);

/** The server trims texts and shortens white space. */
const withoutSpace = (content: string): string => content.replaceAll(/\\n|\s/g, '');

/** Whether a stored content is what this browser has sent last. */
export const isSent = (stored: string, { sent }: Synced): boolean =>
  sent !== undefined && withoutSpace(stored) === withoutSpace(sent);

export const toDraftBody = ({ values, images }: PostDraft): DraftBody => {
  const { postType, visibility, title, opening, salary, link, startsAt, description, droppedLink } = values;
  return {
    ...filledJob(values),
    postType,
    visibility,
    title,
    opening,
    salary,
    link,
    startsAt,
    description,
    ...(droppedLink === '' ? {} : { droppedLink }),
    pictures: images.flatMap(({ filename, name, alt }) => (filename ? [{ filename, name, alt }] : [])),
  };
};

/** Leaves out the terms that a draft's job does not have. */
const withoutGaps = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]-?: Exclude<T[K], undefined>;
  };

/** A picture is found under its name in both folders of posts. */
export const fromDraftBody = ({ pictures, droppedLink = '', ...values }: DraftBody): PostDraft => ({
  values: { ...emptyJob, ...newWebinarValues, ...withoutGaps(values), droppedLink },
  images: pictures.map(({ filename, name, alt }) => ({
    key: filename,
    filename,
    name,
    alt,
    preview: `/api/uploads/post/${filename}`,
  })),
});

/**
 * Saves a draft, or deletes it if it is empty (`content` is ''). Returns whether another device has saved a newer
 * version.
 */
export async function pushDraft(userId: string, draft: PostDraft, content: string): Promise<boolean> {
  const synced = readSynced(userId);
  if (content === '') {
    const response = await discardDraft();
    if (response.ok || response.status === 404) writeSynced(userId, nothing);
    return false;
  }
  // The page may be closed before the response arrives.
  writeSynced(userId, { ...synced, sent: content });
  const response = await saveDraft(synced.version, toDraftBody(draft));
  if (response.ok) writeSynced(userId, { version: response.body.version, content });
  return !response.ok && response.status === 409;
}

/**
 * Loads the draft of a new post; null if there is none. It is looked up in the list of drafts, because browsers log an
 * error for a 404, and usually there is no draft.
 */
export async function loadDraft(): Promise<{ ok: true; draft: Draft | null } | { ok: false }> {
  const response = await call<typeof listDrafts>('GET', '/drafts', { query: { limit: ALL } });
  if (!response.ok) return { ok: false };
  return { ok: true, draft: response.body.find(({ _id }) => _id === params.client_id) ?? null };
}

const saveDraft = (version: number, body: DraftBody) =>
  call<typeof setDraft>('PUT', '/drafts/:client_id', { params, body: { version, body } });

const discardDraft = () => call<typeof deleteDraft>('DELETE', '/drafts/:client_id', { params });
