import * as contract from '@afterhours/contract/posts/drafts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { setDraft } from './commands.ts';
import { type DraftRow, deleteDraftRow, deleteOldDrafts, draftKey, selectDraft, selectDrafts } from './queries.ts';

const { draftMessages } = contract;
const LIST = 'drafts';

const toDraftView = ({ client_id, updated_at, ...row }: DraftRow): contract.Draft => ({
  _id: client_id,
  ...row,
  updatedAt: updated_at.toISOString(),
});

export default function register({ bind, services }: FeatureContext): void {
  const { db } = services;
  services.jobs.schedule({ name: 'drafts.cleanup', formerName: 'drafts.sweep', cron: '23 4 * * *' }, () =>
    deleteOldDrafts(db, contract.DRAFT_DAYS),
  );

  bind(contract.listDrafts, async ({ viewerId, query }) => {
    const start = pageStart(LIST, ['time', 'text'], query);
    const { items, ...paging } = toPage(LIST, await selectDrafts(db, viewerId, start), start, draftKey);
    return { body: items.map(toDraftView), ...paging };
  });

  bind(contract.getDraft, async ({ viewerId, params }) => {
    const row = await selectDraft(db, viewerId, params.client_id);
    if (!row) throw notFound(draftMessages.notFound);
    return { body: toDraftView(row) };
  });

  bind(contract.setDraft, async ({ viewerId, params, body }) => ({
    message: draftMessages.saved,
    body: toDraftView(await setDraft(services, viewerId, { clientId: params.client_id, ...body })),
  }));

  bind(contract.deleteDraft, async ({ viewerId, params }) => {
    if (!(await deleteDraftRow(db, viewerId, params.client_id))) throw notFound(draftMessages.notFound);
    return { message: draftMessages.deleted, body: { _id: params.client_id } };
  });
}
