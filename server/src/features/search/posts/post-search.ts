/**
 * Finds posts by words. A page is the same for all who see everything, so its ids are loaded once and cached for ten
 * seconds; each second it is checked that its posts still have the words and no others were added. Members who do not
 * see everything, or have just posted, load their own page.
 */
import type { Paging } from '@afterhours/contract/base/paging';
import type { PostType } from '@afterhours/contract/posts';
import type { Db } from '#db/connection/pool.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import { loadPostPage, preparePage } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { createSharedResults } from '../shared-results.ts';
import { findWords } from '../words.ts';
import { foundPostKey, foundPostShape, isSameFound, type PostsSought, selectFoundPosts } from './post-queries.ts';

const CERTAIN_MS = 1_000;
const KEPT_MS = 10_000;
/** Ids and the fields beside them: some three kilobytes each. */
const KEPT = 1_000;
/** Longer pages are rare, and would take the place of many others. */
const LONGEST = 30;
/** Posts of this age may be missing from a cached page: clocks and commits may be behind. */
const LATE_MS = 15_000;

type Question = { keyword: string; postType: PostType | null; paging: Paging };
type Page = { ids: string[]; beside: Omit<ReturnType<typeof toPage>, 'items'> };
type SharedPage = Page & { search: PostsSought | null; readAt: number; newerThan: string; first: boolean };

async function readPage(db: Db, search: PostsSought | null, viewerId: string | null, paging: Paging): Promise<Page> {
  const start = pageStart('found-posts', foundPostShape, paging);
  const rows = search ? await selectFoundPosts(db, search, viewerId, start) : [];
  const { items, ...beside } = toPage('found-posts', rows, start, foundPostKey);
  return { ids: items.map((row) => row.id), beside };
}

async function findSought(db: Db, { keyword, postType }: Question): Promise<PostsSought | null> {
  const sought = await findWords(db, keyword);
  return sought && { sought, typed: keyword, postType };
}

export function createPostSearch(services: Services) {
  const pages = createSharedResults<SharedPage>({ ms: CERTAIN_MS, late: 0, kept: KEPT });
  services.events.after(postSaved, ({ isNew }) => {
    if (!isNew) pages.clear();
  });
  services.events.after(postDeleted, () => pages.clear());
  services.events.after(accountDeleting, () => pages.clear());

  // Loaded from the primary, because members who have just written share it with others.
  async function readShared(question: Question): Promise<SharedPage> {
    const readAt = Date.now();
    const search = await findSought(services.readsNow, question);
    const page = await readPage(services.readsNow, search, null, question.paging);
    const newerThan = firstIdAt(new Date(readAt - LATE_MS));
    return { ...page, search, readAt, newerThan, first: !question.paging.cursor };
  }

  async function isCertain({ search, ids, newerThan, first, readAt }: SharedPage): Promise<boolean> {
    if (readAt + KEPT_MS < Date.now() || !search) return false;
    return isSameFound(services.readsNow, search, { ids, since: first ? newerThan : null });
  }

  const find = (name: string, question: Question): Promise<SharedPage> =>
    pages.find(name, async (known) => (known && (await isCertain(known)) ? known : readShared(question)));

  return async (question: Question, viewerId: string | null) => {
    const { keyword, postType, paging } = question;
    if (paging.limit <= LONGEST) {
      const { ids, beside, newerThan } = await find(JSON.stringify([keyword, postType, paging]), question);
      if (viewerId === null) return { rawBody: await loadPostPage(services, ids, null), ...beside };
      const ready = await preparePage(services, ids, { beside, newerThan }).textFor(viewerId);
      if (ready) return { ready };
    }
    const search = await findSought(services.reads, question);
    const { ids, beside } = await readPage(services.reads, search, viewerId, paging);
    return { rawBody: await loadPostPage(services, ids, viewerId), ...beside };
  };
}
