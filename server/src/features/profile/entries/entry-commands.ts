import { MAX_PROFILE_ENTRIES, profileMessages } from '@afterhours/contract/profile/profile';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { contentChanged } from '../events.ts';
import type { EntryKind, EntryTable } from './entry-kinds.ts';
import { countEntries, deleteEntryRow, insertEntry, lockProfile, updateEntryRow } from './entry-queries.ts';

async function once<T>({ once }: Pick<EntryKind<EntryTable, never, unknown>, 'once'>, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (once && isUniqueViolation(error, once.constraint)) throw new AppError(409, once.message);
    throw error;
  }
}

/** Adds an entry to the member's profile and returns it. Throws a 409 if there is no room or an equal entry exists. */
export async function createEntry<T extends EntryTable, Fields, View>(
  services: Services,
  kind: EntryKind<T, Fields, View>,
  userId: string,
  fields: Fields,
): Promise<View> {
  const screen = await prepareMemberScreening(services);
  const columns = kind.toColumns(fields);
  const write = inTransaction(services, async (tx) => {
    await lockProfile(tx.db, userId);
    if ((await countEntries(tx.db, kind.table, userId)) >= MAX_PROFILE_ENTRIES)
      throw new AppError(409, english(profileMessages.tooMany, { max: MAX_PROFILE_ENTRIES }));
    const row = await insertEntry(tx.db, kind.table, userId, columns);
    await screen(tx, userId, { [kind.table]: [columns] });
    const entry = kind.toView(row);
    await tx.emit(contentChanged, { userId, change: { saved: kind.toEntry(entry) } });
    return entry;
  });
  return once(kind, write);
}

/**
 * Replaces the member's entry with the form and returns it. Throws a 404 if it does not exist or is another member's.
 */
export async function updateEntry<T extends EntryTable, Fields, View>(
  services: Services,
  kind: EntryKind<T, Fields, View>,
  owned: { id: string; userId: string },
  fields: Fields,
): Promise<View> {
  const screen = await prepareMemberScreening(services);
  const columns = kind.toColumns(fields);
  const write = inTransaction(services, async (tx) => {
    const row = await updateEntryRow(tx.db, kind.table, owned, columns);
    if (!row) throw notFound();
    await screen(tx, owned.userId, { [kind.table]: [columns] });
    const entry = kind.toView(row);
    await tx.emit(contentChanged, { userId: owned.userId, change: { saved: kind.toEntry(entry) } });
    return entry;
  });
  return once(kind, write);
}

/** Deletes the member's entry. Throws a 404 if it does not exist or is another member's. */
export async function deleteEntry(
  services: Services,
  { table }: { table: EntryTable },
  owned: { id: string; userId: string },
): Promise<void> {
  const screen = await prepareMemberScreening(services);
  await inTransaction(services, async (tx) => {
    if (!(await deleteEntryRow(tx.db, table, owned))) throw notFound();
    await screen(tx, owned.userId, {});
    await tx.emit(contentChanged, { userId: owned.userId, change: { deleted: { kind: table, _id: owned.id } } });
  });
}
