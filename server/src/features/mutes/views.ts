import type { Mute, MuteKind } from '@afterhours/contract/mutes';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

/** The columns of the person are null unless this is the mute of a visible member. */
export type MuteRow = { [K in keyof PersonRow]: PersonRow[K] | null } & {
  mute_id: string;
  kind: MuteKind;
  value: string;
  title: string | null;
  until: Date | null;
  created_at: Date;
};

export const toMuteView = (row: MuteRow): Mute => ({
  _id: row.mute_id,
  kind: row.kind,
  value: row.value,
  user: row.id === null ? null : toPersonView(row as MuteRow & PersonRow),
  title: row.title,
  until: row.until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
