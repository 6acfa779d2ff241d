/** A kind of profile entry: one table, a form that fills its rows, an order, a view. */
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import type { ProfileEntry } from '@afterhours/contract/profile/profile';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

export type EntryTable = 'goals' | 'skills' | 'educations' | 'experiences';

type OwnColumns<T extends EntryTable> = Omit<Insertable<Database[T]>, 'id' | 'user_id' | 'created_at'>;

export type EntryKind<T extends EntryTable, Fields, View> = {
  table: T;
  /** SQL: the order of the list; its index starts with `user_id`. */
  order: RawBuilder<unknown>;
  /** Converts the full form to columns: a missing field becomes null. */
  toColumns: (fields: Fields) => OwnColumns<T>;
  toView: (row: Selectable<Database[T]>) => View;
  /** Returns the view with its kind, for the member's other tabs. */
  toEntry: (entry: View) => ProfileEntry;
  /** The unique constraint that prevents equal entries, and the message if it is violated. */
  once?: { constraint: string; message: MessageDescriptor };
};
