/** Finds members by filters, with three statements per page, whatever its length. */
import type { Paging } from '@afterhours/contract/base/paging';
import type { PeopleInCommon } from '@afterhours/contract/people/people';
import type { MemberFound, PeopleFilters } from '@afterhours/contract/people/people-filters';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import { loadPeopleInCommon } from '../loaders.ts';
import { toFollowablePerson } from '../views.ts';
import { type FoundMemberRow, memberKey, selectMembers } from './find-queries.ts';
import { loadWords } from './find-words.ts';

const toMemberFound = (row: FoundMemberRow, inCommon: PeopleInCommon): MemberFound => ({
  ...toFollowablePerson(row),
  country: row.country,
  connectionStatus: row.connection_status,
  connectionRequestId: row.request_id,
  inCommon,
});

export async function findMembers({ reads: db }: Services, viewerId: string, query: Paging & PeopleFilters) {
  const start = pageStart('members', ['id'], query);
  const words = await loadWords(db, query);
  const rows = words ? await selectMembers(db, viewerId, { ...words, country: query.country || null }, start) : [];
  const { items, ...paging } = toPage('members', rows, start, memberKey);
  const inCommonOf = await loadPeopleInCommon(db, viewerId, items);
  return { body: items.map((row) => toMemberFound(row, inCommonOf(row.id))), ...paging };
}
