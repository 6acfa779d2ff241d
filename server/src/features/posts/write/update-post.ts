/** Changes a post in one transaction with three phases: it locks and checks, then writes, then announces the change. */
import { listPostIssues, postMessages, type UpdatePostBody } from '@afterhours/contract/posts/posts';
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
import { changeLastDay, selectJob } from '#features/hiring/loaders.ts';
import { findCardAddress, loadHops, requireCards } from '#features/link-cards/loaders.ts';
import {
  loadKeptMentions,
  notifyMentioned,
  type ResolvedMention,
  replaceMentions,
  resolveMentions,
} from '#features/mentions/loaders.ts';
import type { AttachableUpload } from '#features/uploads/loaders.ts';
import { failedFields, fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { postSaved } from '../events.ts';
import { type ShownPicture, selectPictures, storeVersion } from '../revisions/revision-queries.ts';
import { emitMoved } from '../webinars/moved.ts';
import { loadChangedTax } from '../webinars/pricing.ts';
import { changeTerms } from '../webinars/terms.ts';
import { lockTerms } from '../webinars/webinar-queries.ts';
import { changeAttachments } from './attachments.ts';
import { findableHashtags, kindOf, textsOf, toContent } from './content.ts';
import { type LockedPost, mergeFields, type PostBefore } from './merge.ts';
import { lockPostContent, type PostContent, updatePostRow } from './queries.ts';
import { requireOwnPost } from './require-own-post.ts';

/** What the author sent; `uploads` were just stored for the post. */
type Edit = { userId: string; fields: UpdatePostBody; uploads: readonly AttachableUpload[] };

/** An edit that was checked; `mentions` is null if the text stays. */
type CheckedEdit = Edit & { before: PostBefore; content: PostContent; mentions: readonly ResolvedMention[] | null };

/** Locks the members whom the changed text mentions, and returns the mentions; returns null if the text stays. */
async function lockMentioned(db: Db, { userId, fields: { _id, description } }: Edit) {
  if (description === undefined) return null;
  const kept = await loadKeptMentions(db, 'post', _id);
  const [mentions = []] = await resolveMentions(db, [{ authorId: userId, text: description }], kept);
  return mentions;
}

/** Locks the author's post, then the terms of a webinar. */
async function lockOwnPost(db: Db, { userId, fields }: Edit): Promise<PostBefore> {
  const postId = fields._id;
  const message = postMessages.notAuthorEdit;
  const post = await requireOwnPost(db, await lockPostContent(db, postId), { userId, postId, message });
  if (fields.postType && fields.postType !== post.post_type) throw fieldProblem('postType', postMessages.typeFixed);
  const job = post.post_type === 'job' ? await selectJob(db, postId) : null;
  const webinar = post.post_type === 'webinar' ? await lockTerms(db, postId) : null;
  return { post, job, webinar };
}

/** Returns the complete content after the change. Throws a 422 if it lacks what the type of the post requires. */
async function checkContent(
  services: Services,
  db: Db,
  { post, job, webinar }: PostBefore,
  { userId, fields, uploads }: Edit,
): Promise<PostContent> {
  const merged = mergeFields({ post, job, webinar }, fields);
  // An edit of the text alone does not require the unchanged time to be in the future, nor a job's unchanged last day.
  const sameTime = Boolean(merged.startsAt) && toContent(merged).startsAt?.getTime() === post.starts_at?.getTime();
  const applyUntil = merged.applyUntil === job?.applyUntil ? null : merged.applyUntil;
  const issues = listPostIssues({ ...merged, applyUntil }, { sameTime });
  if (issues.length > 0) throw failedFields(issues);
  if (post.post_type === 'job' && uploads.length > 0) throw fieldProblem('attachfiles', postMessages.jobImages);
  return toContent(merged, await loadChangedTax(services, db, webinar, { userId, fields, merged }));
}

/** The first phase: locks whatever the edit changes, and checks the edit. */
async function lockAndCheck(services: Services, db: Db, edit: Edit): Promise<CheckedEdit> {
  // In the order of locks (architecture.md), members come before posts.
  const mentions = await lockMentioned(db, edit);
  const before = await lockOwnPost(db, edit);
  const content = await checkContent(services, db, before, edit);
  return { ...edit, before, content, mentions };
}

/** Returns the id of the post's card after the change. While the first link stays, so does the author's choice. */
async function chooseCard(
  services: Services,
  db: Db,
  post: LockedPost,
  { card, description = post.description }: UpdatePostBody,
): Promise<string | null> {
  if (card === false) return null;
  const address = findCardAddress(services, description);
  if (card === undefined && address === findCardAddress(services, post.description)) return post.card_id;
  const [cardId = null] = await requireCards(services, db, [{ url: address, userId: post.user_id }]);
  return cardId;
}

/** Writes the terms of a webinar, and the last day of a job on which members can apply. */
async function writeTerms(tx: Tx, { post, job, webinar }: PostBefore, content: PostContent): Promise<void> {
  if (webinar && content.terms) {
    await changeTerms(tx.db, webinar, content.terms);
    await emitMoved(tx, { hostId: post.user_id, startsAt: post.starts_at, webinar }, content);
  }
  const lastDay = content.job?.applyUntil;
  if (lastDay !== job?.applyUntil) await changeLastDay(tx.db, post.id, lastDay ?? null);
}

const toVersion = ({ title, description, opening, salary, link, starts_at, time_zone }: LockedPost) => ({
  title,
  description,
  opening,
  salary,
  link,
  startsAt: starts_at,
  timeZone: time_zone,
});

/** The second phase: writes the post, and the version that it replaces. Returns the pictures that it has now. */
async function write(services: Services, tx: Tx, edit: CheckedEdit): Promise<ShownPicture[]> {
  const { fields, content, mentions, before } = edit;
  const { id, visibility, held } = before.post;
  const replaced = { ...toVersion(before.post), visibility, held, pictures: await selectPictures(tx.db, id) };
  const cardId = await chooseCard(services, tx.db, before.post, fields);
  await updatePostRow(tx.db, id, content, { visibility: fields.visibility, cardId });
  await writeTerms(tx, before, content);
  await changeAttachments(services, tx.db, edit);
  const pictures = await selectPictures(tx.db, id);
  await storeVersion(tx.db, id, replaced, { ...content, pictures });
  if (mentions) await replaceMentions(tx.db, 'post', { id, mentions });
  return pictures;
}

type Screened = { screening: Screening; pictures: readonly ShownPicture[] };

/** Returns the rules that match an edited post, or a webinar that now has a price or is held. */
async function screenEdited(
  services: Services,
  db: Db,
  { before: { post, webinar }, content }: CheckedEdit,
  { screening, pictures }: Screened,
) {
  const hops = await loadHops(db, findCardAddress(services, content.description));
  const verdict = screening.screen('posts', [...textsOf(content), ...pictures.map(({ alt }) => alt), ...hops]);
  const wasFree = (webinar?.price ?? 0) === 0;
  const price = wasFree || post.held ? (content.terms?.price ?? 0) : 0;
  const isWebinar = post.post_type === 'webinar';
  const circumstance = isWebinar ? circumstanceOf(screening.switches, { postType: post.post_type, price }) : null;
  const [rule = null] = await listCircumstances(db, [{ userId: post.user_id, circumstance }]);
  return withRule(verdict, rule).rules;
}

/** The third phase: emits that the post has changed, and what the filters find; notifies newly mentioned members. */
async function announce(services: Services, tx: Tx, edit: CheckedEdit, screened: Screened): Promise<void> {
  const { userId, fields, before, content, mentions } = edit;
  const { id, held, post_type: postType, visibility } = before.post;
  const hashtags = findableHashtags(fields.visibility ?? visibility, content.hashtags);
  if (!held) await tx.emit(postSaved, { postId: id, authorId: userId, hashtags, isNew: false });
  await tx.emit(postTouched, { postId: id });
  const rules = await screenEdited(services, tx.db, edit, screened);
  await tx.emit(contentScreened, { kind: kindOf(postType), subjectId: id, rules, holdId: null });
  // Comes last, because a filter may just have held the post: then only its author sees it, and nobody is notified.
  const text = { id, postId: id, text: content.description, authorId: userId };
  if (mentions) await notifyMentioned(tx, 'post', [{ ...text, mentions }]);
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
  uploads: readonly AttachableUpload[],
): Promise<void> {
  const screening = await loadScreening(services);
  await inTransaction(services, async (tx) => {
    const edit = await lockAndCheck(services, tx.db, { userId, fields, uploads });
    const pictures = await write(services, tx, edit);
    await announce(services, tx, edit, { screening, pictures });
  });
}
