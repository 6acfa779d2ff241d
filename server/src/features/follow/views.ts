import type { PersonRow } from '#features/people/views.ts';

export type FollowRow = PersonRow & { follow_id: string; my_follow_id: string | null };
