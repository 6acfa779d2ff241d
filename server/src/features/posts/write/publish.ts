/** Publishes posts, with or without images. Posts that arrive together are committed together. */
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
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
import { type Claim, currentClaim, storeCreatedIds } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { postHeld, postSaved } from '../events.ts';
import { type PostBase, toPostBase } from '../read/post-base.ts';
import { loadAddedTax } from '../webinars/pricing.ts';
import { attachImages, type Images } from './attachments.ts';
import { findableHashtags, kindOf, picturesOf, requireFewPictures, textsOf, toContent } from './content.ts';
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

type CompletePost = Awaited<ReturnType<typeof completeAll>>[number];

/** A post in the database: `base` is the post as members see it, `visibility` its audience, also if none was given. */
type StoredPost = CompletePost & { base: PostBase; visibility: PostVisibility };

/** Stores posts with their mentions and images, and their ids for repeated calls. */
async function storeAll({ db }: Tx, posts: readonly CompletePost[]): Promise<StoredPost[]> {
  const inserted = await insertPosts(db, posts);
  await insertMentions(db, 'post', posts);
  await storeCreatedIds(
    db,
    posts.map(({ claim, id }) => ({ claim, createdId: id })),
  );
  const stored: StoredPost[] = [];
  for (const { row, ...post } of inserted) {
    const attachments = await attachImages(db, post.id, post.userId, post.images);
    const mentions = post.mentions.map(toMentionView);
    const base = toPostBase({ ...row, attachments, mentions, held_rule: post.verdict.heldRule, comments: null });
    stored.push({ ...post, base, visibility: row.visibility });
  }
  return stored;
}

/** Emits that posts were published or held, and what the filters have found; notifies the mentioned members. */
async function announceAll(tx: Tx, posts: readonly StoredPost[]): Promise<void> {
  const held = posts.filter(({ holdId }) => holdId !== null);
  const shown = posts.filter(({ holdId }) => holdId === null);
  await tx.emitAll(
    postSaved,
    shown.map(({ id, userId, visibility, content }) => {
      const hashtags = findableHashtags(visibility, content.hashtags);
      return { postId: id, authorId: userId, hashtags, isNew: true };
    }),
  );
  await tx.emitAll(
    postHeld,
    held.map(({ id, userId }) => ({ postId: id, authorId: userId })),
  );
  await tx.emitAll(
    jobPublished,
    shown.filter(({ postType }) => postType === 'job').map(({ id }) => ({ postId: id })),
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
}

/** Writes posts and everything that goes with a new post, in a transaction. Returns them as members see them. */
export async function writePosts(services: Services, tx: Tx, all: readonly PreparedPost[]): Promise<PostBase[]> {
  const posts = await storeAll(tx, await completeAll(services, tx, await judgeAll(tx.db, all)));
  await announceAll(tx, posts);
  return posts.map(({ base }) => base);
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
  const { filenames, alts } = picturesOf(fields, uploads);
  requireFewPictures(filenames);
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
  const publish = batchCalls<PreparedPost, PostBase>({
    run: (all, readyToCommit) => inTransaction(services, (tx) => writePosts(services, tx, all), readyToCommit),
  });
  return async (userId, fields, uploads) => {
    const context = { db: services.db, screening: await loadScreening(services) };
    return publish(await preparePost(services, context, { userId, fields, uploads }));
  };
}
