import * as contract from '@afterhours/contract/posts/posts';
import { scheduledPostMessages } from '@afterhours/contract/posts/scheduled-posts';
import { requirePost } from '#access/posts.ts';
import { createNewMemberLimit } from '#features/automation/loaders.ts';
import { type AttachableUpload, discardUploads, storeImages } from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { findCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { describePost } from './page/post-page.ts';
import { loadPostJson, newPostJson, postJson } from './read/list-posts.ts';
import { registerRevisions } from './revisions/revision-routes.ts';
import { schedulePost, toScheduled } from './scheduled/schedule.ts';
import { registerScheduled } from './scheduled/scheduled-routes.ts';
import { requirePricing } from './webinars/pricing.ts';
import { deletePost } from './write/delete-post.ts';
import { messageOf } from './write/held-message.ts';
import { createPublish } from './write/publish.ts';
import { selectLinkTexts } from './write/queries.ts';
import { respondToRepeat } from './write/respond-to-repeat.ts';
import { updatePost } from './write/update-post.ts';

const { postMessages } = contract;

/** Stores the files for `work`; deletes them if it fails. */
async function withImages<T>(
  services: Services,
  { viewerId, files }: { viewerId: string; files: ReceivedFile[] },
  work: (uploads: AttachableUpload[]) => Promise<T>,
): Promise<T> {
  const uploads = await storeImages(services, viewerId, 'post', files);
  return work(uploads).catch(async (error: unknown) => {
    await discardUploads(services, uploads);
    throw error;
  });
}

/** Throws for another member's post, and for a price that its author may not charge. */
async function requireChangeable(
  services: Services,
  viewerId: string,
  { _id, price, tax }: contract.UpdatePostBody,
): Promise<void> {
  const { userId, postType } = await requirePost(services.db, viewerId, _id);
  if (userId !== viewerId) throw new AppError(403, postMessages.notAuthorEdit);
  // If the price stays, only the tax is checked.
  const newPrice = typeof price === 'number' ? price : 0;
  await requirePricing(services, viewerId, { postType, price: newPrice, tax });
}

export default function register(context: FeatureContext): void {
  const { bind, services, pages } = context;
  pages.describe('/p/:id', ({ id = '' }) => describePost(services, id));
  registerRevisions(context);
  const limit = createNewMemberLimit(context, 'posts');
  registerScheduled(context, limit);
  const publish = createPublish(services);

  bind(contract.createPost, async ({ viewerId, body, files }) => {
    const { publishAt } = body;
    const createdId = findCreatedId();
    if (createdId !== null) {
      return publishAt
        ? { message: scheduledPostMessages.scheduled, body: toScheduled(createdId, publishAt) }
        : respondToRepeat(services, viewerId, createdId);
    }
    if (body.postType === 'job' && files.length > 0) throw fieldProblem('attachfiles', postMessages.jobImages);
    await requirePricing(services, viewerId, body);
    if (publishAt) {
      const scheduled = await withImages(services, { viewerId, files }, (uploads) =>
        schedulePost(services, viewerId, { ...body, publishAt }, uploads),
      );
      return { message: scheduledPostMessages.scheduled, body: scheduled };
    }
    const published = await limit({ userId: viewerId, texts: [body.title, body.description, body.link] }, () =>
      withImages(services, { viewerId, files }, (uploads) => publish(viewerId, body, uploads)),
    );
    return { message: messageOf(published.heldRule, postMessages.created), json: newPostJson(published, viewerId) };
  });

  bind(contract.updatePost, async ({ viewerId, body, files }) => {
    // Checked first, so that no picture is processed for a member without the right.
    await requireChangeable(services, viewerId, body);
    const before = () => selectLinkTexts(services.db, body._id);
    await limit({ userId: viewerId, texts: [body.title, body.description, body.link], before }, () =>
      withImages(services, { viewerId, files }, (uploads) => updatePost(services, viewerId, body, uploads)),
    );
    const { json, heldRule } = await loadPostJson(services, viewerId, body._id);
    return { message: messageOf(heldRule, postMessages.updated), json };
  });

  bind(contract.getPost, async ({ viewerId, params }) => ({
    json: await postJson(services, viewerId, params.id),
  }));

  bind(contract.deletePost, async ({ viewerId, params }) => {
    await deletePost(services, viewerId, params.id);
    return { message: postMessages.deleted, body: { _id: params.id } };
  });
}
