import * as contract from '@afterhours/contract/posts';
import { discardUploads, storeImages } from '#features/uploads/loaders.ts';
import { fieldProblem } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { createPost, deletePost } from './commands.ts';
import { requirePostView } from './loaders.ts';

const { postMessages } = contract;

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.createPost, async ({ viewerId, body, files }) => {
    if (body.postType === 'job' && files.length > 0) throw fieldProblem('attachfiles', postMessages.jobImages);
    const uploads = await storeImages(services, viewerId, 'post', files);
    const postId = await createPost(services, viewerId, body, uploads).catch(async (error: unknown) => {
      await discardUploads(services, uploads);
      throw error;
    });
    return { message: postMessages.created, body: await requirePostView(services.db, viewerId, postId) };
  });

  bind(contract.getPost, async ({ viewerId, params }) => ({
    body: await requirePostView(services.db, viewerId, params.id),
  }));

  bind(contract.deletePost, async ({ viewerId, params }) => {
    await deletePost(services, viewerId, params.id);
    return { message: postMessages.deleted, body: { _id: params.id } };
  });
}
