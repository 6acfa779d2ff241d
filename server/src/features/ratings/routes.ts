import * as contract from '@afterhours/contract/ratings';
import type { FeatureContext } from '#http/feature.ts';
import { setRating } from './commands.ts';

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.setRating, async ({ viewerId, body }) => ({
    message: contract.ratingMessages.saved,
    body: { _id: body._id, ...(await setRating(services, viewerId, body._id, body.rating)) },
  }));
}
