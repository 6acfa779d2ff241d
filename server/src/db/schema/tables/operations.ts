import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

/** New members and posts on a day (UTC), and the bytes of files at its end. */
type FigureKind = 'members' | 'posts' | 'storage';

export type DailyFiguresTable = { day: ColumnType<Date, string, string>; kind: FigureKind; value: number };

/** The last backup (`name` is empty), and the findings of each of the doctor's checks (`name`). */
export type OperatorReportsTable = {
  kind: 'backup' | 'doctor';
  name: string;
  report: ColumnType<unknown, string, string>;
  made_at: Defaulted<Date>;
};

/** Addresses that have rejected a mail and accepted none since. */
export type MailRefusalsTable = { address_hash: Buffer; refused_at: Date };
