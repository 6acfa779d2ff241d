import * as contract from '@afterhours/contract/posts/ratings';
import type { FeatureContext } from '#http/feature.ts';
import { deleteRating, setRating } from './commands.ts';

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.setRating, async ({ viewerId, body }) => ({
    message: contract.ratingMessages.saved,
    body: { _id: body._id, ...(await setRating(services, viewerId, body._id, body.rating)) },
  }));

  bind(contract.deleteRating, async ({ viewerId, params: { postId } }) => ({
    message: contract.ratingMessages.removed,
    body: { _id: postId, ...(await deleteRating(services, viewerId, postId)) },
  }));
}
