import { getOverview } from '@afterhours/contract/moderation/overview';
import type { FeatureContext } from '#http/feature.ts';
import { VERSION } from '#version.ts';
import { selectDays, storeFigures } from './figures.ts';
import * as queries from './overview-queries.ts';

/** The overview for owners. */
export function bindOverview({ bind, services }: FeatureContext): void {
  const { db, jobs } = services;
  jobs.schedule({ name: 'staff.figures', cron: '8 * * * *' }, async () => {
    await storeFigures(db);
    await queries.deleteOldRefusals(db);
  });

  bind(getOverview, async () => {
    const { readsNow: reads } = services;
    const [members, days, work, waiting, size, backup, doctor] = await Promise.all([
      queries.countMembers(reads),
      selectDays(reads),
      queries.selectWork(reads),
      queries.selectWaiting(reads, jobs.listMailing()),
      queries.selectSize(reads),
      queries.selectBackup(reads),
      queries.selectDoctor(reads),
    ]);
    return {
      body: {
        members,
        days,
        reports: { open: work.open, medianHours: work.median_hours, decided: work.decided },
        requestsWaiting: work.requests,
        mail: { waiting: waiting.mails, refused: work.refused },
        storage: { files: size.files, database: size.database },
        jobs: { waiting: waiting.jobs, oldestSeconds: waiting.oldest },
        backup: backup ? { at: backup.at.toISOString(), bytes: backup.bytes, files: backup.files } : null,
        doctor: doctor && { at: doctor.at.toISOString(), findings: doctor.findings },
        versions: { product: VERSION, node: process.version, database: size.version, schema: size.schema },
      },
    };
  });
}
