import * as contract from '@afterhours/contract/jobs/hiring';
import type { FeatureContext } from '#http/feature.ts';
import { closeDue, closeJob, renewJob } from './commands.ts';
import { selectSameJob } from './queries.ts';

const { hiringMessages } = contract;
const CLOSE_DUE_SECONDS = 60;

export default function register({ bind, services }: FeatureContext): void {
  services.jobs.repeat('hiring.close-due', CLOSE_DUE_SECONDS, () => closeDue(services));

  bind(contract.closeJob, async ({ viewerId, params: { id }, body: { reason } }) => {
    const { closedAt, closeReason } = await closeJob(services, viewerId, id, reason);
    return { message: hiringMessages.closed, body: { _id: id, closedAt: closedAt.toISOString(), closeReason } };
  });

  bind(contract.findSameJob, async ({ viewerId, query: { title } }) => {
    const same = await selectSameJob(services.reads, viewerId, title);
    return { body: { job: same && { _id: same.id, title: same.title, createdAt: same.created_at.toISOString() } } };
  });

  bind(contract.renewJob, async ({ viewerId, params: { id } }) => {
    const { closesAt, renewalsLeft } = await renewJob(services, viewerId, id);
    return { message: hiringMessages.renewed, body: { _id: id, closesAt: closesAt.toISOString(), renewalsLeft } };
  });
}
