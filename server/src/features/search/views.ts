import type { FoundPerson } from '@afterhours/contract/search';
import type { RelationshipRow } from '#access/relationships.ts';
import type { PersonRow } from '#features/people/views.ts';
import { toFollowablePerson } from '#features/people/views.ts';

export type FoundPersonRow = PersonRow & RelationshipRow & { score: number; country: string | null; skills: string[] };

export const toFoundPerson = (row: FoundPersonRow): FoundPerson => ({
  ...toFollowablePerson(row),
  country: row.country,
  connectionStatus: row.connection_status,
  connectionRequestId: row.request_id,
  skills: row.skills,
});
