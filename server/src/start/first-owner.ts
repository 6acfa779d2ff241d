/** Who runs a community that has no owner yet: the link that the start prints, and the owner of the demo community. */
import { OWNER_LINK_HOURS } from '@afterhours/contract/staff';
import type { Config } from '#config.ts';
import type { Db } from '#db/connection/pool.ts';
import { createOwnerLink } from '#features/staff/loaders.ts';

/** The token is in the fragment, which browsers send to no server and which is in no log of a proxy. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/owner#${token}`;

/** Returns the lines with a new link when there is no owner. */
export async function describeFirstOwner(db: Db, config: Pick<Config, 'publicUrl' | 'role'>): Promise<string[]> {
  if (config.role === 'worker') return [];
  const token = await createOwnerLink(db);
  if (token === null) return [];
  return [
    `This community has no owner yet. Sign in and open this link once, within ${OWNER_LINK_HOURS} hours, to become it:`,
    `  ${linkOf(config.publicUrl, token)}`,
  ];
}

/**
 * Makes the demo member the owner of the demo community. Where nobody but the users of this machine can reach it, they
 * need no second factor: their password is published anyway, and whoever tries the demo has no authenticator for it.
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

/** Where others can reach the server, the demo's owner needs a second factor like everybody else. */
export async function requireSecondFactors(db: Db): Promise<void> {
  await db
    .updateTable('staff')
    .set({ without_second_factor: false })
    .where('without_second_factor', '=', true)
    .execute();
}
