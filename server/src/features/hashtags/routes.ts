import * as contract from '@afterhours/contract/posts/hashtags';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { postSaved } from '#features/posts/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { DAY } from '#http/gate/rate-limit.ts';
import { createHashtag } from './commands.ts';
import { setPostHashtags } from './post-tag-queries.ts';
import { deleteUnused, HASHTAGS_LIST, hashtagKey, selectHashtags } from './queries.ts';
import { toHashtagView } from './views.ts';

const { hashtagMessages, hashtagSlug } = contract;

export default function register({ bind, services, createTryCounter }: FeatureContext): void {
  services.events.withinAll(postSaved, (tx, posts) => setPostHashtags(services, tx.db, posts));
  services.jobs.schedule({ name: 'hashtags.cleanup', formerName: 'hashtags.sweep', cron: '23 3 * * *' }, () =>
    deleteUnused(services.db),
  );

  bind(contract.listHashtags, async ({ query }) => {
    const start = pageStart(HASHTAGS_LIST, ['integer', 'text'], query);
    const prefix = hashtagSlug((query.keyword ?? '').trim());
    const rows = await selectHashtags(services.reads, prefix, start);
    const { items, ...paging } = toPage(HASHTAGS_LIST, rows, start, hashtagKey);
    return { body: items.map(toHashtagView), ...paging };
  });

  const creations = createTryCounter({
    name: 'hashtags',
    tries: contract.HASHTAGS_A_DAY,
    seconds: DAY,
    message: hashtagMessages.tooMany,
  });
  bind(contract.createHashtag, async ({ viewerId, body }) => {
    await creations.take(viewerId);
    const { hashtag, created } = await createHashtag(services, body.title);
    if (!created) await creations.giveBack(viewerId);
    return { message: created ? hashtagMessages.created : hashtagMessages.existing, body: hashtag };
  });
}
