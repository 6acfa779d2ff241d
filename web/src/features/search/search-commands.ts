/** Commands that load search results, page by page. */
import type { PostType } from '@afterhours/contract/posts/posts';
import type { FoundPerson, searchPeople, searchPosts } from '@afterhours/contract/search';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowVersion } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { requestPosts } from '#entities/posts/request-posts.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  factsReceived,
  type SearchPart,
  searchFailed,
  searchLoaded,
  searchRequested,
  selectFound,
} from './search-slice.ts';

const PAGE_SIZE: Record<SearchPart, string> = { people: '20', posts: '10' };

/** `at` distinguishes a search from the next one for the same words. */
export type SearchQuery = { keyword: string; postType?: PostType | ''; at?: number | undefined };

type Page = { ok: true; ids: string[]; cursor: string | null } | CallFailure;
type Loader = (query: SearchQuery, cursor: string | undefined) => AppThunk<Promise<Page>>;

function receiveFound(people: readonly FoundPerson[], followVersion: number): AppThunk {
  return (dispatch) => {
    const persons = people.map(({ country: _country, skills: _skills, connectionStatus: _status, ...person }) => {
      const { connectionRequestId: _request, ...known } = person;
      return known;
    });
    dispatch(receivePeople(persons, followVersion));
    const relationships = people.map((person) => [
      person._id,
      { status: person.connectionStatus, requestId: person.connectionRequestId },
    ]);
    dispatch(relationshipsReceived(Object.fromEntries(relationships)));
    dispatch(factsReceived(Object.fromEntries(people.map(({ _id, country, skills }) => [_id, { country, skills }]))));
  };
}

const loaders: Record<SearchPart, Loader> = {
  people:
    ({ keyword }, cursor) =>
    async (dispatch, getState) => {
      const followVersion = selectFollowVersion(getState());
      const response = await call<typeof searchPeople>('POST', '/searchPeople', {
        query: { limit: PAGE_SIZE.people, cursor },
        body: { searchQuery: keyword },
      });
      if (!response.ok) return response;
      dispatch(receiveFound(response.body, followVersion));
      return { ok: true, ids: response.body.map(({ _id }) => _id), cursor: response.nextCursor };
    },
  posts:
    ({ keyword, postType }, cursor) =>
    async (dispatch) => {
      const query = { keyword, postType: postType ?? '', limit: PAGE_SIZE.posts, likes: 'false', cursor } as const;
      const response = await dispatch(requestPosts(() => call<typeof searchPosts>('GET', '/search/posts', { query })));
      if (!response.ok) return response;
      return { ok: true, ids: response.body.map(({ _id }) => _id), cursor: response.nextCursor };
    },
};

/** Loads the first page of a search, or the next one; a page that is requested twice is loaded once. */
export function loadFound(part: SearchPart, query: SearchQuery): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const name = JSON.stringify(query);
      const loaded = selectFound(getState(), part);
      const same = loaded.query === name;
      if (same && (loaded.status === 'loading' || (loaded.status === 'ready' && loaded.cursor === null))) return;
      dispatch(searchRequested({ part, query: name }));
      const page = await dispatch(loaders[part](query, (same ? loaded.cursor : null) ?? undefined));
      if (page.ok) dispatch(searchLoaded({ part, query: name, ids: page.ids, cursor: page.cursor }));
      else dispatch(searchFailed({ part, query: name, message: page.message }));
    },
    (message) => searchFailed({ part, query: JSON.stringify(query), message }),
  );
}
