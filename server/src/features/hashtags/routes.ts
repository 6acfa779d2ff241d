import { postSaved } from '#features/posts/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { ensureHashtags, replacePostHashtags } from './queries.ts';

export default function register({ services }: FeatureContext): void {
  services.events.within(postSaved, async (tx, { postId, hashtags }) => {
    await replacePostHashtags(tx.db, postId, await ensureHashtags(tx.db, hashtags));
  });
}
