import type { OnOff } from '@afterhours/contract/people/people';
import type { UpdateProfileBody } from '@afterhours/contract/profile/profile-update';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Locks a member's row and returns the columns that a change depends on; undefined if the member is gone. */
export function lockRecord(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['image', 'cover_image', 'username', 'visibility'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the usernames that a member has given up and that are still reserved for them. */
export async function selectFormerUsernames(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('former_usernames')
    .select('username')
    .where('user_id', '=', userId)
    .where('given_up_at', '>', sql<Date>`now() - interval '180 days'`)
    .execute();
  return rows.map(({ username }) => username);
}

export type Pictures = Pick<NonNullable<Awaited<ReturnType<typeof lockRecord>>>, 'image' | 'cover_image'>;

const emptied = <T>(value: T | '' | null | undefined): T | null | undefined =>
  value === '' || value === null ? null : value;
const isOn = (value: OnOff | undefined): boolean | undefined => (value === undefined ? undefined : value === 'On');

/** Returns the given fields as columns; absent fields are undefined. */
export const toProfileColumns = (fields: UpdateProfileBody) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  username: fields.username,
  phone: fields.phone,
  dob: fields.dob?.split('-').reverse().join('-'),
  gender: fields.gender,
  country: fields.country,
  profession: emptied(fields.profession),
  employment: emptied(fields.employment),
  education: emptied(fields.education),
  intro_details: emptied(fields.intro_details),
  image: emptied(fields.image),
  cover_image: emptied(fields.cover_image),
  notify_message: isOn(fields.message_notification),
  notify_comment: isOn(fields.comment_notification),
  notify_like: isOn(fields.like_notification),
  notify_event: isOn(fields.event_notification),
  notify_follow: isOn(fields.follow_notification),
  show_presence: isOn(fields.show_presence),
  read_receipts: isOn(fields.read_receipts),
  mentions_from: fields.mentions_from,
  messages_from: fields.messages_from,
  visibility: fields.visibility,
  indexable: fields.indexable,
});

/** Sets the given fields and leaves the rest. Raises error 23505 if the username is taken. */
export async function updateUser(db: Db, userId: string, fields: UpdateProfileBody): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...toProfileColumns(fields), updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}
