import type { ConnectionStatus } from '@afterhours/contract/connections';
import type { FoundPerson } from '@afterhours/contract/search';
import type { PersonRow } from '#features/people/views.ts';
import { toFollowablePerson } from '#features/people/views.ts';

export type FoundPersonRow = PersonRow & {
  score: number;
  country: string | null;
  my_follow_id: string | null;
  connection_status: ConnectionStatus;
  request_id: string | null;
  skills: string[];
};

export const toFoundPerson = (row: FoundPersonRow): FoundPerson => ({
  ...toFollowablePerson(row),
  country: row.country,
  connectionStatus: row.connection_status,
  connectionRequestId: row.request_id,
  skills: row.skills,
});
