import * as contract from '@afterhours/contract/posts/bookmarks';
import type { FeatureContext } from '#http/feature.ts';
import { createBookmark, deleteBookmark } from './commands.ts';

const { bookmarkMessages } = contract;

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.createBookmark, async ({ viewerId, body }) => ({
    message: bookmarkMessages.created,
    body: { _id: await createBookmark(services, viewerId, body.post_id), post_id: body.post_id },
  }));

  bind(contract.deleteBookmark, async ({ viewerId, params }) => ({
    message: bookmarkMessages.deleted,
    body: { _id: params.bookmarkId, post_id: await deleteBookmark(services, viewerId, params.bookmarkId) },
  }));
}
