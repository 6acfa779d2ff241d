import { type Kysely, sql } from 'kysely';

/*
 * Members who share a site, mailbox domain, network or invitation are found one after the other: these indexes have
 * the member behind what is shared. Those on it alone serve the version before, too, and go with a later one. As those
 * did, they block writes to their tables while they are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'CREATE INDEX profile_links_site_member ON profile_links (site_of(url), user_id)',
    `CREATE INDEX users_mail_domain_member ON users (split_part(email, '@', 2), id)`,
    'CREATE INDEX member_networks_network_member ON member_networks (network, user_id)',
    'CREATE INDEX member_invitations_member ON member_invitations (invitation_id, user_id)',
  ])
    await sql.raw(statement).execute(db);
}
