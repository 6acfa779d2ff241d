import * as contract from '@afterhours/contract/moderation/staff';
import { deletionRequested } from '#features/account-data/events.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { english } from '#texts/english.ts';
import { bindAudit } from './audit-routes.ts';
import { becomeOwner, setRole } from './commands.ts';
import { bindMails } from './mails/mail-routes.ts';
import { bindOverview } from './overview/overview-routes.ts';
import { bindPeople } from './people-routes.ts';
import { requireName, requireOwnerForOthers, selectRole, selectStaff } from './queries.ts';
import { bindRequests } from './requests/request-routes.ts';

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  bindPeople(context);
  bindAudit(context);
  bindRequests(context);
  bindOverview(context);
  bindMails(context);
  services.events.within(deletionRequested, (tx, { userId }) => requireOwnerForOthers(tx.db, userId));

  bind(contract.listStaff, async () => {
    const staff = await selectStaff(services.readsNow);
    return {
      body: staff.map((row) => ({ user: toPersonView(row), role: row.role, since: row.since.toISOString() })),
    };
  });

  bind(contract.getMemberRole, async ({ params }) => {
    await requireName(services.db, params.id);
    return { body: { user_id: params.id, role: await selectRole(services.db, params.id) } };
  });

  bind(contract.setMemberRole, async ({ viewerId, params, body: { role } }) => {
    const name = await setRole(services, viewerId, params.id, role);
    return { message: english(contract.staffMessages.roleSet, { name, role }), body: { user_id: params.id, role } };
  });

  bind(contract.becomeOwner, async ({ viewerId, body }) => {
    await becomeOwner(services, viewerId, body.token);
    return { message: contract.staffMessages.ownerNow, body: { role: 'owner' as const } };
  });
}
