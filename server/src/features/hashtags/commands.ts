import type { Hashtag } from '@afterhours/contract/hashtags';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { upsertHashtag } from './queries.ts';
import { toHashtagView } from './views.ts';

/** Makes a tag exist; an existing one, however it is cased, stays as it is. `created` says whether it is new. */
export function createHashtag(services: Services, title: string): Promise<{ hashtag: Hashtag; created: boolean }> {
  return inTransaction(services, async (tx) => {
    const { row, created } = await upsertHashtag(tx.db, title);
    return { hashtag: toHashtagView(row), created };
  });
}
