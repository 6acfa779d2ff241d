import type { FollowablePerson } from '@afterhours/contract/people';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

export type FollowRow = PersonRow & { follow_id: string; my_follow_id: string | null };

export const toFollowablePerson = (row: PersonRow & { my_follow_id: string | null }): FollowablePerson => ({
  ...toPersonView(row),
  follower: row.my_follow_id === null ? [] : [{ _id: row.my_follow_id }],
});
