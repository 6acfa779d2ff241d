/** A kind of profile entry: a row of one table, a form that fills it, an order, a view. */
import type { Message } from '@afterhours/contract/base/message';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

export type EntryTable = 'goals' | 'skills' | 'educations' | 'experiences';

type OwnColumns<T extends EntryTable> = Omit<Insertable<Database[T]>, 'id' | 'user_id' | 'created_at'>;

export type EntryKind<T extends EntryTable, Fields, View> = {
  table: T;
  /** SQL: the order of the list; its index begins with `user_id`. */
  order: RawBuilder<unknown>;
  /** The full form as columns: a missing field becomes null. */
  toColumns: (fields: Fields) => OwnColumns<T>;
  toView: (row: Selectable<Database[T]>) => View;
  /** The unique constraint against equal entries, and its message. */
  once?: { constraint: string; message: Message };
};
