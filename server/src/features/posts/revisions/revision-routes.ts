import { listPostRevisions, type PostRevision } from '@afterhours/contract/posts/post-revisions';
import { requirePost } from '#access/posts.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { FeatureContext } from '#http/feature.ts';
import { type RevisionRow, revisionKey, selectRevisions } from './revision-queries.ts';

const LIST = 'post-revisions';

const toRevisionView = (row: RevisionRow): PostRevision => ({
  _id: `${row.seq}`,
  seq: row.seq,
  at: row.at.toISOString(),
  title: row.title,
  description: row.description,
  opening: row.opening,
  salary: row.salary,
  startsAt: row.starts_at?.toISOString() ?? null,
  timeZone: row.time_zone,
  pictures: row.pictures,
});

export function registerRevisions({ bind, services }: FeatureContext): void {
  bind(listPostRevisions, async ({ viewerId, params, query }) => {
    const start = pageStart(LIST, ['integer'], query);
    await requirePost(services.readsNow, viewerId, params.id);
    const rows = await selectRevisions(services.readsNow, viewerId, params.id, start);
    const { items, ...paging } = toPage(LIST, rows, start, revisionKey);
    return { body: items.map(toRevisionView), ...paging };
  });
}
