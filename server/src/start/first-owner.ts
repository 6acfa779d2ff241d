/**
 * Who runs a community that has no owner yet: whoever opens the link printed at startup, or the demo community's owner.
 */
import { OWNER_LINK_HOURS } from '@afterhours/contract/moderation/staff';
import type { Config } from '#config/config.ts';
import type { Db } from '#db/connection/pool.ts';
import { createOwnerLink } from '#features/staff/loaders.ts';

/** The token is in the fragment, which browsers do not send to any server and no proxy logs. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/owner#${token}`;

/** Returns lines with a new link if there is no owner. */
export async function describeFirstOwner(db: Db, config: Pick<Config, 'publicUrl' | 'role'>): Promise<string[]> {
  if (config.role === 'worker') return [];
  const token = await createOwnerLink(db);
  if (token === null) return [];
  return [
    `This community has no owner yet. Sign in and open this link within ${OWNER_LINK_HOURS} hours to become its owner:`,
    `  ${linkOf(config.publicUrl, token)}`,
  ];
}

/**
 * Makes the demo member the owner of the demo community. If nobody but this machine's users can reach it, the member
 * needs no second factor: the password is published anyway, and people who try the demo have no authenticator for it.
 */
export async function makeDemoOwner(db: Db, email: string, withoutSecondFactor: boolean): Promise<void> {
  await db
    .insertInto('staff')
    .columns(['user_id', 'role', 'without_second_factor'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select(['id', query.val('owner' as const).as('role'), query.val(withoutSecondFactor).as('without')])
        .where('email', '=', email),
    )
    .execute();
}

/** Makes the demo's owner need a second factor like everyone else, for when others can reach the server. */
export async function requireSecondFactors(db: Db): Promise<void> {
  await db
    .updateTable('staff')
    .set({ without_second_factor: false })
    .where('without_second_factor', '=', true)
    .execute();
}
