import { rm } from 'node:fs/promises';
import { cleanText } from '@afterhours/contract/constants/fields';
import type { StoredImage } from '@afterhours/contract/uploads';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { loadScreening, type Verdict } from '#features/automation/loaders.ts';
import {
  type AttachableUpload,
  discardUploads,
  retireUploads,
  storeOwnImage,
  takeIntoUse,
} from '#features/uploads/loaders.ts';
import type { FoundPage, PagePicture } from '#platform/link-pages/link-pages.ts';
import { temporaryFolder } from '#platform/temporary-files.ts';
import type { Services } from '#services.ts';
import { excerpt } from '#texts/excerpt.ts';
import { postCardChanged } from './events.ts';
import { fetchCard } from './jobs.ts';
import * as queries from './queries.ts';

const MAX_TITLE = 160;
const MAX_DESCRIPTION = 240;
/** The delays before a page that could not be reached is fetched again, in seconds. */
const RETRIES = [30, 300];
/** The maximum of posts that get a changed card at once. Caches of other posts are up to 20 seconds old. */
const POSTS_UPDATED = 200;
const DELETED_AT_ONCE = 200;

type Rules = Verdict['rules'];

const cleanLine = (text: string, max: number): string => excerpt(cleanText(text), max);

/** Stores a page's picture; null if it is missing, not a picture, or damaged. */
async function storePicture(services: Services, picture: PagePicture | null): Promise<AttachableUpload | null> {
  if (picture === null) return null;
  const file = { ...picture, field: 'file', originalName: 'card', kind: 'image' as const, sha256: null };
  return storeOwnImage(services, file, 'post').catch(() => null);
}

const toImage = ({ filename, folder, width, height, placeholder }: AttachableUpload): StoredImage => ({
  filename,
  width,
  height,
  placeholder,
  url: `/api/uploads/${folder}/${filename}`,
});

const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

/** Informs caches, open pages and the filters of a card that has changed. */
async function updatePosts(tx: Tx, cardId: string, rules: Rules): Promise<void> {
  for (const { id, post_type } of await queries.selectPostsWith(tx.db, cardId, POSTS_UPDATED)) {
    if (rules.length > 0) {
      const kind = post_type === 'general' ? 'post' : post_type;
      await tx.emit(contentScreened, { kind, subjectId: id, rules, holdId: null });
    }
    await tx.emit(postTouched, { postId: id });
    await tx.emit(postCardChanged, { postId: id });
  }
}

function toContent(page: FoundPage, url: string, rules: Rules, upload: AttachableUpload | null): queries.CardContent {
  const hops = page.hops.slice(1);
  if (page.kind !== 'page' || rules.length > 0)
    return { state: 'none', title: '', description: '', site: '', image: null, hops };
  return {
    state: 'ready',
    title: cleanLine(page.title, MAX_TITLE),
    description: cleanLine(page.description, MAX_DESCRIPTION),
    site: siteOf(hops.at(-1) ?? url),
    image: upload && toImage(upload),
    hops,
  };
}

/** Stores what was found at an address. If the card had a picture before, its file is kept for another day. */
async function storeCard(services: Services, cardId: string, page: FoundPage, url: string): Promise<void> {
  const { screen } = await loadScreening(services);
  const texts = page.kind === 'page' ? [page.title, page.description] : [];
  const { rules } = screen('posts', [...page.hops, ...texts]);
  const upload = page.kind === 'page' && rules.length === 0 ? await storePicture(services, page.picture) : null;
  const content = toContent(page, url, rules, upload);
  const stored = await inTransaction(services, async (tx) => {
    const before = await queries.lockCard(tx.db, cardId);
    if (!before || (upload && !(await takeIntoUse(tx.db, [upload.id])))) return false;
    await queries.updateCard(tx.db, cardId, content);
    if (before.image) await retireUploads(tx.db, null, [before.image.filename]);
    await updatePosts(tx, cardId, rules);
    return true;
  });
  if (!stored && upload) await discardUploads(services, [upload]);
}

/**
 * Schedules another attempt. A card that has never been ready shows nothing until then; a ready card does not change.
 */
async function tryLater(services: Services, cardId: string, tried: number): Promise<void> {
  const delaySeconds = RETRIES[tried];
  await inTransaction(services, async ({ db }) => {
    await queries.showNothing(db, cardId);
    if (delaySeconds !== undefined)
      await services.jobs.enqueue(db, fetchCard, { cardId, tried: tried + 1 }, { delaySeconds });
  });
}

const discardPicture = async (page: FoundPage): Promise<void> => {
  if (page.kind === 'page' && page.picture) await rm(page.picture.path, { force: true });
};

/** Fetches a card's page and stores its content. Running twice has no further effect. */
export async function fillCard(
  services: Services,
  { cardId, tried }: { cardId: string; tried: number },
): Promise<void> {
  const url = await queries.selectUrl(services.db, cardId);
  if (url === undefined || !services.config.linkCards) return;
  const page = await services.linkPages.fetch(url, temporaryFolder(services.config));
  if (page.kind === 'away') return tryLater(services, cardId, tried);
  await storeCard(services, cardId, page, url).finally(() => discardPicture(page));
}

/** Deletes the cards, with their pictures, that no post has used for a day. */
export async function deleteUnusedCards(services: Services): Promise<void> {
  const deleteSome = () =>
    inTransaction(services, async ({ db }) => {
      const ids = await queries.lockToCheck(db, DELETED_AT_ONCE);
      if (ids.length === 0) return 0;
      const pictures = await queries.deleteUnusedLocked(db, ids);
      await retireUploads(
        db,
        null,
        pictures.map(({ filename }) => filename),
      );
      return ids.length;
    });
  while ((await deleteSome()) === DELETED_AT_ONCE);
}
