import type { Hashtag } from '@afterhours/contract/posts/hashtags';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { upsertHashtag } from './queries.ts';
import { toHashtagView } from './views.ts';

/** Creates a tag. An existing tag, whatever its capitalization, is not changed. `created` is whether the tag is new. */
export function createHashtag(services: Services, title: string): Promise<{ hashtag: Hashtag; created: boolean }> {
  return inTransaction(services, async (tx) => {
    const { row, created } = await upsertHashtag(tx.db, title);
    return { hashtag: toHashtagView(row), created };
  });
}
