/** Loads lists of posts, page by page. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type { listJobs, listTagPosts, listWebinars } from '@afterhours/contract/browse';
import type { listFeed, listNetworkPosts, listTopRated, listUserPosts } from '@afterhours/contract/feed';
import type { PostType } from '@afterhours/contract/posts/posts';
import { type ListName, listFailed, listLoaded, listRequested, selectPostsState } from '#entities/posts/posts-slice.ts';
import { requestPosts } from '#entities/posts/request-posts.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import type { AppThunk } from '#lib/store.ts';

const PAGE_SIZE = 10;
const PROFILE_PAGE_SIZE = 3;

/** The job terms as they appear in the address; the server rejects others. */
type JobQuery = Omit<NonNullable<RouteInput<typeof listJobs>['query']>, 'hashtag' | 'keyword'>;
export type FeedQuery = {
  postType?: PostType | '';
  userId?: string;
  hashtag?: string;
  keyword?: string;
} & { [N in 'remote' | 'employment' | 'country' | 'payMin' | 'payCurrency' | 'payPeriod']?: string };
type PageQuery = FeedQuery & { cursor?: string | undefined; limit: string; likes: 'false' };

/** Returns what lists without filters of their own take. */
const paging = ({ limit, likes, cursor }: Omit<PageQuery, 'hashtag'>) => ({ limit, likes, cursor });

const loaders = {
  posts: (query: PageQuery) => call<typeof listFeed>('GET', '/post/getAllPost', { query }),
  latestPosts: (query: PageQuery) =>
    call<typeof listFeed>('GET', '/post/getAllPost', { query: { ...query, sort: 'latest' } }),
  topRatedPosts: (query: PageQuery) => call<typeof listTopRated>('GET', '/post/toprated', { query }),
  networkPosts: (query: PageQuery) => call<typeof listNetworkPosts>('GET', '/post/getMyNetworkPosts', { query }),
  userPosts: (query: PageQuery) => call<typeof listUserPosts>('GET', '/post/getByUserPost', { query }),
  profilePosts: (query: PageQuery) => call<typeof listFeed>('GET', '/post/getAllPost', { query }),
  profileTopRatedPosts: (query: PageQuery) => call<typeof listTopRated>('GET', '/post/toprated', { query }),
  tagPosts: ({ hashtag = '', ...query }: PageQuery) =>
    call<typeof listTagPosts>('GET', '/tags/posts', { query: { tag: hashtag, ...paging(query) } }),
  upcomingWebinars: (query: PageQuery) =>
    call<typeof listWebinars>('GET', '/webinars', { query: { when: 'upcoming', ...paging(query) } }),
  pastWebinars: (query: PageQuery) =>
    call<typeof listWebinars>('GET', '/webinars', { query: { when: 'past', ...paging(query) } }),
  jobs: ({ postType: _type, userId: _user, ...query }: PageQuery) =>
    call<typeof listJobs>('GET', '/jobs', { query: query as JobQuery }),
} satisfies Partial<Record<ListName, unknown>>;

export type LoadableList = keyof typeof loaders;

const pageSizes: Partial<Record<LoadableList, number>> = {
  profilePosts: PROFILE_PAGE_SIZE,
  profileTopRatedPosts: PROFILE_PAGE_SIZE,
};

/** Loads the first page of a list (`fresh`) or the next one. A page that is requested twice is loaded once. */
export function loadPostPage(list: LoadableList, query: FeedQuery, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const name = JSON.stringify(query);
      const loaded = selectPostsState(getState())[list];
      const same = loaded.query === name;
      if (same && loaded.status === 'loading') return;
      const cursor = same && !fresh ? loaded.cursor : null;
      if (!fresh && (!same || cursor === null)) return;
      dispatch(listRequested({ list, query: name }));
      const limit = String(pageSizes[list] ?? PAGE_SIZE);
      const page = { ...query, limit, likes: 'false', cursor: cursor ?? undefined } as const;
      const response = await dispatch(requestPosts(() => loaders[list](page)));
      if (!response.ok) {
        dispatch(listFailed({ list, query: name, message: response.message }));
        return;
      }
      const ids = response.body.map((post) => post._id);
      dispatch(listLoaded({ list, query: name, ids, cursor: response.nextCursor, fresh: cursor === null }));
    },
    (message) => listFailed({ list, query: JSON.stringify(query), message }),
  );
}
