/**
 * Mailed links to a member's export, for members who cannot sign in. The job that mails a link creates its token; only
 * a hash is stored. Staff see neither the link nor the data.
 */
import { EXPORT_LINK_DAYS, EXPORT_LINK_DOWNLOADS } from '@afterhours/contract/account/account-data';
import { defineMessages } from '@afterhours/contract/base/message';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { createToken, hashToken } from '#http/gate/tokens.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('accountData.exportMail', {
  subject: 'Your data at {app}',
  opening: 'The owners of {app} have sent you a link to a copy of your data. You do not need to sign in to use it.',
  valid: 'It works for {days} days and {downloads} downloads. Do not share it: anyone who has it can read everything.',
  link: 'Download your data',
});

/** Mails a link to a member. Does nothing if the address is no longer confirmed. */
const exportLinkJob = defineJob<{ userId: string }>('account-data.export-link', { mails: true });

/**
 * Creates the token of a member's link, which invalidates the previous one; returns it with the member's address and
 * name.
 */
async function createLink(db: Db, userId: string) {
  const { token, hash } = createToken();
  // The row stays locked until the link exists, so that a change of address, which invalidates the link, does not miss
  // it.
  const { rows } = await sql<{ email: string; first_name: string }>`
    WITH member AS (
      SELECT id, email, first_name FROM users
      WHERE id = ${userId}::uuid AND email_verified_at IS NOT NULL AND deleted_at IS NULL FOR SHARE
    ), made AS (
      INSERT INTO export_links (user_id, token_hash, downloads_left, expires_at)
      SELECT id, ${hash}::bytea, ${EXPORT_LINK_DOWNLOADS}::integer,
        now() + make_interval(days => ${EXPORT_LINK_DAYS}) FROM member
      ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash,
        downloads_left = excluded.downloads_left, expires_at = excluded.expires_at
    )
    SELECT email, first_name FROM member`.execute(db);
  return rows[0] && { ...rows[0], token };
}

async function sendLink({ db, mail, config, community }: Services, { userId }: { userId: string }): Promise<void> {
  const link = await createLink(db, userId);
  if (!link) return;
  const app = community.name();
  const url = `${config.publicUrl}/export#${link.token}`;
  const lines = [
    english(texts.opening, { app }),
    english(texts.valid, { days: EXPORT_LINK_DAYS, downloads: EXPORT_LINK_DOWNLOADS }),
  ];
  await mail.send({
    to: link.email,
    subject: english(texts.subject, { app }),
    ...writeLetter({ to: link.email, name: link.first_name, appName: app }, lines, writeLink(url, english(texts.link))),
    essence: url,
  });
}

/** Requests the mail with a link to a member's data, within a transaction. */
export const requestExportLink = ({ jobs }: Services, db: Db, userId: string): Promise<void> =>
  jobs.enqueue(db, exportLinkJob, { userId });

/** Returns the member of a valid link; undefined if it is unknown, used up or expired. */
export async function findLinkMember(db: Db, token: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('export_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('downloads_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return link?.user_id;
}

/** Counts a download of a link; returns false if none is left. */
export async function takeDownload(db: Db, token: string): Promise<boolean> {
  const taken = await db
    .updateTable('export_links')
    .set({ downloads_left: sql<number>`downloads_left - 1` })
    .where('token_hash', '=', hashToken(token))
    .where('downloads_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Gives back a download that has broken off. */
export async function returnDownload(db: Db, token: string): Promise<void> {
  await db
    .updateTable('export_links')
    .set({ downloads_left: sql<number>`least(downloads_left + 1, ${EXPORT_LINK_DOWNLOADS})` })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

export function registerExportLinks(services: Services): void {
  services.jobs.work(exportLinkJob, (job) => sendLink(services, job));
}
