/** Publishes posts, with or without images. Posts that arrive together are committed together. */
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/constants/uploads';
import type { CreatePostBody } from '@afterhours/contract/posts/posts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import {
  circumstanceOf,
  listCircumstances,
  loadScreening,
  type Screening,
  type Verdict,
  withRule,
} from '#features/automation/loaders.ts';
import { jobPublished } from '#features/hiring/events.ts';
import { findCardAddress, loadHops, requireCards } from '#features/link-cards/loaders.ts';
import { insertMentions, notifyMentioned, resolveMentions, toMentionView } from '#features/mentions/loaders.ts';
import type { AttachableUpload } from '#features/uploads/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import { type Claim, currentClaim, storeCreatedIds } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { postHeld, postSaved } from '../events.ts';
import { type PostBase, toPostBase } from '../read/post-base.ts';
import { loadAddedTax } from '../webinars/pricing.ts';
import { attachImages, type Images } from './attachments.ts';
import { findableHashtags, kindOf, textsOf, toContent, withoutRepeats } from './content.ts';
import { insertPosts, type NewPost } from './publish-queries.ts';

export type PreparedPost = Omit<NewPost, 'id' | 'holdId' | 'cardId'> & {
  claim: Claim | null;
  images: Images;
  /** The link whose card the post shows. */
  cardLink: string | null;
  verdict: Verdict;
  /** The author's circumstance that may hold the post, whatever its content. */
  circumstance: ReturnType<typeof circumstanceOf>;
  /** Published at its scheduled time, when its author may be absent. */
  inBackground: boolean;
};

/** Adds the rules that depend on the author's circumstances to what the filters have found. */
async function judgeAll(db: Db, all: readonly PreparedPost[]): Promise<PreparedPost[]> {
  const rules = await listCircumstances(db, all);
  return all.map((post, index) => ({ ...post, verdict: withRule(post.verdict, rules[index] ?? null) }));
}

/** Assigns ids to posts, and resolves the mentions in their texts and the cards of their links. */
async function completeAll(services: Services, tx: Tx, all: readonly PreparedPost[]) {
  const mentions = await resolveMentions(
    tx.db,
    all.map(({ userId, content }) => ({ authorId: userId, text: content.description })),
  );
  const cardIds = await requireCards(
    services,
    tx.db,
    all.map(({ cardLink, userId }) => ({ url: cardLink, userId })),
  );
  return all.map((post, index) => ({
    ...post,
    id: newId(),
    cardId: cardIds[index] ?? null,
    holdId: post.verdict.heldRule === null ? null : newId(),
    mentions: mentions[index] ?? [],
  }));
}

/** Writes posts and everything that goes with a new post, in a transaction. */
export async function writePosts(services: Services, tx: Tx, all: readonly PreparedPost[]): Promise<PostBase[]> {
  const posts = await completeAll(services, tx, await judgeAll(tx.db, all));
  const rows = await insertPosts(tx.db, posts);
  await insertMentions(tx.db, 'post', posts);
  await storeCreatedIds(
    tx.db,
    posts.map(({ claim, id }) => ({ claim, createdId: id })),
  );
  const published: PostBase[] = [];
  for (const [index, { id, userId, images, verdict, mentions }] of posts.entries()) {
    const attachments = await attachImages(tx.db, id, userId, images);
    const row = rows[index];
    const parts = { attachments, mentions: mentions.map(toMentionView), held_rule: verdict.heldRule };
    if (row) published.push(toPostBase({ ...row, ...parts, comments: null }));
  }
  await tx.emitAll(
    postSaved,
    posts.flatMap(({ id, userId, holdId, content }, index) => {
      const hashtags = findableHashtags(rows[index]?.visibility, content.hashtags);
      return holdId === null ? [{ postId: id, authorId: userId, hashtags, isNew: true }] : [];
    }),
  );
  await tx.emitAll(
    postHeld,
    posts.flatMap(({ id, userId, holdId }) => (holdId === null ? [] : [{ postId: id, authorId: userId }])),
  );
  await tx.emitAll(
    jobPublished,
    posts.flatMap(({ id, postType, holdId }) => (postType === 'job' && holdId === null ? [{ postId: id }] : [])),
  );
  await tx.emitAll(
    contentScreened,
    posts
      .filter(({ verdict }) => verdict.rules.length > 0)
      .map(({ id, postType, holdId, inBackground, verdict: { rules } }) => ({
        kind: kindOf(postType),
        subjectId: id,
        rules,
        holdId,
        inBackground,
      })),
  );
  await notifyMentioned(
    tx,
    'post',
    posts.map((post) => ({ ...post, postId: post.id, text: post.content.description, authorId: post.userId })),
  );
  return published;
}

/**
 * Publishes a post with the images just stored for it and those that it names. Throws a 422 if a named image does not
 * exist.
 */
export type Publish = (
  userId: string,
  fields: CreatePostBody,
  uploads: readonly AttachableUpload[],
) => Promise<PostBase>;

type Written = {
  userId: string;
  fields: CreatePostBody;
  uploads?: readonly AttachableUpload[];
  inBackground?: boolean;
};

/** Returns a post ready to be written, with what the filters found in it. Throws a 422 for too many images. */
export async function preparePost(
  services: Services,
  { db, screening }: { db: Db; screening: Screening },
  { userId, fields, uploads = [], inBackground = false }: Written,
): Promise<PreparedPost> {
  const { postType, visibility = null } = fields;
  // The form's files come first: the descriptions are in this order.
  const named = [...uploads.map(({ filename }) => filename), ...(fields.filenames ?? [])];
  const { filenames, alts } = withoutRepeats({ filenames: named, alts: fields.alts });
  if (filenames.length > MAX_POST_FILES) throw fieldProblem('attachfiles', uploadMessages.tooManyFiles);
  const content = toContent(fields, await loadAddedTax(services, db, { userId, fields }));
  const address = findCardAddress(services, content.description);
  const hops = await loadHops(db, address);
  return {
    userId,
    postType,
    visibility,
    content,
    verdict: screening.screen('posts', [...textsOf(content), ...alts, ...hops]),
    circumstance: circumstanceOf(screening.switches, { postType, price: content.terms?.price ?? 0 }),
    cardLink: fields.card === false ? null : address,
    claim: currentClaim(),
    inBackground,
    images: { uploads, filenames: filenames.slice(uploads.length), alts },
  };
}

export function createPublish(services: Services): Publish {
  let number = 0;
  const publish = batchCalls<PreparedPost & { number: number }, PostBase>({
    run: (all, readyToCommit) => inTransaction(services, (tx) => writePosts(services, tx, all), readyToCommit),
    keyOf: (post) => String(post.number),
  });
  return async (userId, fields, uploads) => {
    const context = { db: services.db, screening: await loadScreening(services) };
    return publish({ ...(await preparePost(services, context, { userId, fields, uploads })), number: number++ });
  };
}
