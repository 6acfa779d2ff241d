import type { LikeEntry } from '@afterhours/contract/people/people';

export type LikeRow = { id: string; first_name: string; last_name: string; image: string | null };

export const toLikeView = (row: LikeRow): LikeEntry => ({
  likeuser: { _id: row.id, firstName: row.first_name, lastName: row.last_name, image: row.image },
});
