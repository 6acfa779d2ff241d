/** Changes the member's own record. Pictures are claimed and released in the same transaction. */
import { accountMessages } from '@afterhours/contract/account/account';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import {
  MAX_FORMER_USERNAMES,
  profileUpdateMessages,
  settingsShape,
  type UpdateProfileBody,
} from '@afterhours/contract/profile/profile-update';
import { memberTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { requireFreeName } from '#features/account/loaders.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import { claimUploads, retireUploads } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import {
  lockRecord,
  type Pictures,
  selectFormerUsernames,
  toProfileColumns,
  updateUser,
} from './profile-update-queries.ts';

const pictureFields = ['image', 'cover_image'] as const;

/** Claims new pictures, and releases those no longer shown. */
async function changePictures(db: Db, userId: string, present: Pictures, fields: UpdateProfileBody): Promise<void> {
  const shown = new Set(
    pictureFields.map((field) => (fields[field] === undefined ? present[field] : fields[field] || null)),
  );
  const before = [present.image, present.cover_image];
  const added = pictureFields.filter((field) => fields[field] && !before.includes(fields[field]));
  const claimed = await claimUploads(
    db,
    userId,
    added.map((field) => fields[field] ?? ''),
  );
  for (const field of added) {
    if (!claimed.some(({ filename, folder }) => folder === 'users' && filename === fields[field]))
      throw fieldProblem(field, uploadMessages.unknownFile);
  }
  const gone = before.filter((name) => name !== null && !shown.has(name));
  await retireUploads(db, userId, gone as string[]);
}

/**
 * Throws a 422 if a new username is reserved, or if the member already has the maximum number of former usernames
 * reserved.
 */
async function requireUsername(db: Db, userId: string, username: string): Promise<void> {
  requireFreeName(username);
  const former = await selectFormerUsernames(db, userId);
  if (former.length < MAX_FORMER_USERNAMES || former.includes(username)) return;
  throw fieldProblem('username', profileUpdateMessages.usernameOften, { max: MAX_FORMER_USERNAMES });
}

const settingNames: ReadonlySet<string> = new Set(Object.keys(settingsShape));

const namesOf = (fields: UpdateProfileBody): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** True unless only settings are changed. The pages for guests tell search engines whether a member is indexable. */
const changesProfile = (fields: UpdateProfileBody): boolean =>
  namesOf(fields).some((name) => name === 'indexable' || !settingNames.has(name));

/**
 * Changes any subset of the fields of the member's own record. Throws a 422 for a picture that is not the member's own
 * upload, a 409 if the username is taken, a 422 if it is reserved or would be one change too many, and a 401 if the
 * account has been deleted in the meantime.
 */
export async function updateProfile(services: Services, userId: string, fields: UpdateProfileBody): Promise<void> {
  const { username } = fields;
  const screen = await prepareMemberScreening(services);
  try {
    await inTransaction(services, async (tx) => {
      const present = await lockRecord(tx.db, userId);
      if (!present) throw new AppError(401);
      // Members who already have a reserved name keep it.
      if (username && username !== present.username) await requireUsername(tx.db, userId, username);
      await changePictures(tx.db, userId, present, fields);
      await updateUser(tx.db, userId, fields);
      // Guests get different pages, wherever the member was named or now appears.
      const visibilityChanges = fields.visibility !== undefined && fields.visibility !== present.visibility;
      if (visibilityChanges) await tx.emit(memberTouched, { userId, changed: 'everything' });
      if (changesProfile(fields)) await tx.emit(memberTouched, { userId, changed: 'profile' });
      await screen(tx, userId, { users: [toProfileColumns(fields)] });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) throw new AppError(409, accountMessages.usernameTaken);
    throw error;
  }
}

/** Returns the message for a change: a picture alone, or settings alone, have their own messages. */
export function messageOf(fields: UpdateProfileBody): MessageDescriptor {
  const sent = namesOf(fields);
  const only = (name: string): boolean => sent.length === 1 && sent[0] === name;
  if (only('cover_image')) return profileUpdateMessages.coverUpdated;
  if (only('image')) return profileUpdateMessages.imageUpdated;
  const onlySettings = sent.length > 0 && sent.every((name) => settingNames.has(name));
  return onlySettings ? accountMessages.settingsSaved : accountMessages.profileUpdated;
}
