import * as contract from '@afterhours/contract/moderation/staff-sweeps';
import { memberExists } from '#features/staff/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { registerSweeps, startSweep } from './sweep-commands.ts';
import { countSweepable, selectLatest } from './sweep-queries.ts';

/** Binds the preview and the start of sweeps, which act on all of a member's content and cases at once. */
export function bindSweeps({ bind, services }: FeatureContext): void {
  registerSweeps(services);

  bind(contract.getSweep, async ({ session, params }) => {
    if (!(await memberExists(services.readsNow, params.id))) throw notFound();
    const [counted, latest] = await Promise.all([
      countSweepable(services.readsNow, params.id, session.userId),
      selectLatest(services.readsNow, params.id),
    ]);
    return { body: { ...counted, latest } };
  });

  bind(contract.startSweep, async ({ session, params, body }) => ({
    message: contract.sweepMessages.started,
    body: { _id: await startSweep(services, session, params.id, body) },
  }));
}
