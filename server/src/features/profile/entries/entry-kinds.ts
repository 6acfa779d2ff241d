/** What an entry of a profile is, whatever its kind: a row of one table, a form that fills it, an order, a view. */
import type { Message } from '@afterhours/contract/message';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

export type EntryTable = 'goals' | 'skills' | 'educations' | 'experiences';

type OwnColumns<T extends EntryTable> = Omit<Insertable<Database[T]>, 'id' | 'user_id' | 'created_at'>;

export type EntryKind<T extends EntryTable, Fields, View> = {
  table: T;
  /** SQL: the order of the list; its index begins with `user_id`. */
  order: RawBuilder<unknown>;
  /** The whole form as columns: what the caller left out is emptied. */
  toColumns: (fields: Fields) => OwnColumns<T>;
  toView: (row: Selectable<Database[T]>) => View;
  /** The constraint that keeps two alike out, and what is said then. */
  once?: { constraint: string; message: Message };
};
