import { Readable } from 'node:stream';
import * as audit from '@afterhours/contract/moderation/staff-audit';
import { writeAudit } from '#db/statements/audit.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { writeAuditCsv } from './audit-csv.ts';
import { type AuditFilters, type AuditRow, auditKey, selectAudit } from './audit-queries.ts';

const LIST = 'audit';

const toEntryView = (row: AuditRow): audit.AuditEntry => ({
  _id: row.id,
  actor: row.actor && toPersonView(row.actor),
  actorId: row.actor_id,
  action: row.action,
  subject: { kind: row.subject_kind, _id: row.subject_id },
  member: row.member && toPersonView(row.member),
  details: row.details,
  createdAt: row.created_at.toISOString(),
});

type AuditQuery = { action?: audit.AuditAction | '' | undefined; member?: string | undefined };
const toFilters = ({ action, member }: AuditQuery): AuditFilters => ({
  action: action || null,
  memberId: member || null,
});

/** The log of staff actions. */
export function bindAudit({ bind, bindRaw, services }: FeatureContext): void {
  bind(audit.listAudit, async ({ query }) => {
    const start = pageStart(LIST, ['id'], query);
    const rows = await selectAudit(services.readsNow, toFilters(query), start);
    const { items, ...paging } = toPage(LIST, rows, start, auditKey);
    return { body: items.map(toEntryView), ...paging };
  });

  bindRaw(audit.exportAudit, async ({ request, reply, query, session: { userId } }) => {
    await writeAudit(services.db, {
      actorId: userId,
      action: 'log-exported',
      subject: { kind: 'member', id: userId },
    });
    const stream = Readable.from(writeAuditCsv(services.readsNow, toFilters(query)));
    request.raw.once('close', () => stream.destroy());
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="audit-log.csv"',
      })
      .type(audit.exportAudit.produces)
      .send(stream);
  });
}
