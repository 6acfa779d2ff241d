import type { Message } from '@afterhours/contract/base/message';
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/constants/uploads';
import { listPostIssues, postMessages, type UpdatePostBody } from '@afterhours/contract/posts';
import { requirePost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import {
  circumstanceOf,
  listCircumstances,
  loadScreening,
  type Screening,
  withRule,
} from '#features/automation/loaders.ts';
import { changeLastDay, loadJob } from '#features/hiring/loaders.ts';
import { findCardAddress, loadHops, requireCards } from '#features/link-cards/loaders.ts';
import { loadKeptMentions, notifyMentioned, replaceMentions, resolveMentions } from '#features/mentions/loaders.ts';
import { type AttachableUpload, claimUploads, releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, failedFields, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { postDeleted, postSaved } from '../events.ts';
import { selectPictures, storeVersion } from '../revisions/revision-queries.ts';
import { emitMoved } from '../webinars/moved.ts';
import { loadChangedTax } from '../webinars/pricing.ts';
import { changeTerms } from '../webinars/terms.ts';
import { lockTerms } from '../webinars/webinar-queries.ts';
import { findableHashtags, kindOf, textsOf, toContent } from './content.ts';
import { type Locked, mergeFields } from './merge.ts';
import {
  deletePostRow,
  describeAttachments,
  insertAttachments,
  lockPost,
  lockPostContent,
  orderAttachments,
  type PostContent,
  selectAttached,
  selectAttachedUploadIds,
  updatePostRow,
} from './queries.ts';

const toVersion = ({ title, description, opening, salary, link, starts_at, time_zone, visibility, held }: Locked) => ({
  visibility,
  held,
  title,
  description,
  opening,
  salary,
  link,
  startsAt: starts_at,
  timeZone: time_zone,
});

/** Removes and adds images; the files of removed images are deleted after the commit. At most ten images may remain. */
async function changeAttachments(
  services: Services,
  db: Db,
  userId: string,
  fields: UpdatePostBody,
  uploads: AttachableUpload[],
): Promise<void> {
  const attached = await selectAttached(db, fields._id);
  const removed = new Set(fields.removeFiles);
  const dropped = attached.filter((file) => removed.has(file.id));
  if (dropped.length < removed.size) throw fieldProblem('removeFiles', postMessages.notAttached);
  const present = new Set(attached.map((file) => file.filename));
  const names = [...new Set(fields.filenames)].filter((name) => !present.has(name));
  const total = attached.length - dropped.length + uploads.length + names.length;
  if (total > MAX_POST_FILES) throw fieldProblem('attachfiles', uploadMessages.tooManyFiles);
  const named = await claimUploads(db, userId, names);
  if (named.length < names.length) throw fieldProblem('filenames', uploadMessages.unknownFile);
  await claimUploads(
    db,
    userId,
    uploads.map((upload) => upload.filename),
  );
  const from = (attached.at(-1)?.position ?? -1) + 1;
  await insertAttachments(db, fields._id, [...uploads, ...named], fields.alts ?? [], from);
  await releaseUploads(
    db,
    services.jobs,
    dropped.map((file) => file.upload_id),
  );
  await changeDescriptions(db, fields);
  if (fields.order) await applyOrder(db, fields._id, fields.order);
}

/** Changes the descriptions of attached images; an image listed without a description loses the one it has. */
async function changeDescriptions(
  db: Db,
  { _id, describeFiles = [], descriptions = [] }: UpdatePostBody,
): Promise<void> {
  const ids = [...new Set(describeFiles)];
  if (ids.length === 0) return;
  const alts = ids.map((id) => descriptions[describeFiles.indexOf(id)] ?? '');
  const described = await describeAttachments(db, _id, ids, alts);
  if (described < ids.length) throw fieldProblem('describeFiles', postMessages.notAttached);
}

/** Puts the images in the order of these names; images not named here follow in their previous order. */
async function applyOrder(db: Db, postId: string, names: readonly string[]): Promise<void> {
  const attached = await selectAttached(db, postId);
  const placeOf = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  const ordered = attached.toSorted((one, other) => placeOf(one.filename) - placeOf(other.filename));
  await orderAttachments(
    db,
    postId,
    ordered.map(({ id }) => id),
  );
}

/** Throws for another member's post: a 403 if it is visible to the member, a 404 otherwise. */
async function refuseOthers(tx: Tx, userId: string, postId: string, message: Message): Promise<never> {
  await requirePost(tx.db, userId, postId);
  throw new AppError(403, message);
}

/**
 * Returns the members whom the changed text mentions, or null if the text stays. The members are locked before the
 * post.
 */
async function resolveEdited({ db }: Tx, authorId: string, { _id, description }: UpdatePostBody) {
  if (description === undefined) return null;
  const kept = await loadKeptMentions(db, 'post', _id);
  const [mentions = []] = await resolveMentions(db, [{ authorId, text: description }], kept);
  return mentions;
}

/** Returns the id of the post's card after the change. While the first link stays, so does the author's choice. */
async function chooseCard(
  services: Services,
  db: Db,
  post: Locked,
  { card, description = post.description }: UpdatePostBody,
): Promise<string | null> {
  if (card === false) return null;
  const address = findCardAddress(services, description);
  if (card === undefined && address === findCardAddress(services, post.description)) return post.card_id;
  const [cardId = null] = await requireCards(services, db, [address]);
  return cardId;
}

type Edited = {
  screening: Screening;
  before: Pick<Locked, 'user_id' | 'post_type' | 'held'> & { price: number };
  content: PostContent;
  pictures: readonly { alt: string }[];
};

/** Returns the rules that match an edited post, or a webinar that now has a price or is held. */
async function screenEdited(services: Services, db: Db, { screening, before, content, pictures }: Edited) {
  const { post_type: postType, user_id: userId, held } = before;
  const hops = await loadHops(db, findCardAddress(services, content.description));
  const verdict = screening.screen('posts', [...textsOf(content), ...pictures.map(({ alt }) => alt), ...hops]);
  const price = before.price === 0 || held ? (content.terms?.price ?? 0) : 0;
  const circumstance = postType === 'webinar' ? circumstanceOf(screening.switches, { postType, price }) : null;
  const [rule = null] = await listCircumstances(db, [{ userId, circumstance }]);
  return withRule(verdict, rule).rules;
}

/**
 * Changes the member's own post; `uploads` were just stored for it. Throws a 404 if the post is not visible, a 403 if
 * it is another member's, and a 422 if its type would change, it lacks what its type requires, or an image to remove is
 * not attached to it.
 */
export async function updatePost(
  services: Services,
  userId: string,
  fields: UpdatePostBody,
  uploads: AttachableUpload[],
): Promise<void> {
  const screening = await loadScreening(services);
  await inTransaction(services, async (tx) => {
    const mentions = await resolveEdited(tx, userId, fields);
    const post = await lockPostContent(tx.db, fields._id);
    if (!post) throw notFound(postMessages.notFound);
    if (post.user_id !== userId) await refuseOthers(tx, userId, fields._id, postMessages.notAuthorEdit);
    if (fields.postType && fields.postType !== post.post_type) throw fieldProblem('postType', postMessages.typeFixed);
    const present = post.post_type === 'job' ? await loadJob(tx.db, fields._id) : null;
    const terms = post.post_type === 'webinar' ? await lockTerms(tx.db, fields._id) : null;
    const merged = mergeFields(post, { job: present, webinar: terms }, fields);
    // An edit of the text alone does not require the unchanged time to be in the future.
    const sameTime = Boolean(merged.startsAt) && toContent(merged).startsAt?.getTime() === post.starts_at?.getTime();
    const applyUntil = merged.applyUntil === present?.applyUntil ? null : merged.applyUntil;
    const issues = listPostIssues({ ...merged, applyUntil }, { sameTime });
    if (issues.length > 0) throw failedFields(issues);
    if (post.post_type === 'job' && uploads.length > 0) throw fieldProblem('attachfiles', postMessages.jobImages);
    const content = toContent(merged, await loadChangedTax(services, tx.db, terms, { userId, fields, merged }));
    const replaced = { ...toVersion(post), pictures: await selectPictures(tx.db, fields._id) };
    const cardId = await chooseCard(services, tx.db, post, fields);
    await updatePostRow(tx.db, fields._id, content, { visibility: fields.visibility, cardId });
    if (terms && content.terms) {
      await changeTerms(tx.db, terms, content.terms);
      await emitMoved(tx, { startsAt: post.starts_at, webinar: terms }, content);
    }
    if (content.job?.applyUntil !== present?.applyUntil)
      await changeLastDay(tx.db, fields._id, content.job?.applyUntil ?? null);
    await changeAttachments(services, tx.db, userId, fields, uploads);
    const pictures = await selectPictures(tx.db, fields._id);
    await storeVersion(tx.db, fields._id, replaced, { ...content, pictures });
    if (mentions) await replaceMentions(tx.db, 'post', { id: fields._id, mentions });
    const hashtags = findableHashtags(fields.visibility ?? post.visibility, content.hashtags);
    if (!post.held) await tx.emit(postSaved, { postId: fields._id, authorId: userId, hashtags, isNew: false });
    await tx.emit(postTouched, { postId: fields._id });
    const before = { ...post, price: terms?.price ?? 0 };
    const rules = await screenEdited(services, tx.db, { screening, before, content, pictures });
    await tx.emit(contentScreened, { kind: kindOf(post.post_type), subjectId: fields._id, rules, holdId: null });
    // Comes last, because a filter may just have held the post: then only its author sees it, and nobody is notified.
    const place = { id: fields._id, postId: fields._id, text: content.description, authorId: userId };
    if (mentions) await notifyMentioned(tx, 'post', [{ ...place, mentions }]);
  });
}

/**
 * Deletes the member's own post; its files are deleted after the commit. Throws a 404 if it is not visible, and a 403
 * if it is another member's.
 */
export function deletePost(services: Services, userId: string, postId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const post = await lockPost(tx.db, postId);
    if (!post) throw notFound(postMessages.notFound);
    if (post.user_id !== userId) await refuseOthers(tx, userId, postId, postMessages.notAuthorDelete);
    const uploadIds = await selectAttachedUploadIds(tx.db, postId);
    await tx.emit(postDeleted, { postId, authorId: userId });
    await deletePostRow(tx.db, postId);
    await releaseUploads(tx.db, services.jobs, uploadIds);
    await tx.emit(postTouched, { postId });
  });
}
