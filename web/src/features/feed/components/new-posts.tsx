import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { selectPostList } from '#entities/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { NewsPill } from '#ui/feedback/news-pill.tsx';
import type { FeedQuery } from '../feed-commands.ts';
import { beginNews, countNews, readNews } from '../news-commands.ts';
import { type NewsList, selectNews } from '../news-slice.ts';
import { focusPost, slotsOf } from '../post-slots.ts';

const texts = defineMessages('feed.news', {
  loading: 'Loading new posts',
  count: '{count, plural, one {# new post} other {# new posts}}',
  more: '{count}+ new posts',
});

const EVERY_MS = 60_000;

type NewPostsProps = { list: NewsList; query: FeedQuery };

/** Counts new posts once a minute while the page is visible, and at once when it becomes visible again. */
function useCounting() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const count = () => {
      if (document.visibilityState === 'visible') void dispatch(countNews());
    };
    const timer = setInterval(count, EVERY_MS);
    document.addEventListener('visibilitychange', count);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [dispatch]);
}

/** Shows how many posts are new since the list was loaded; a click loads them. */
export function NewPosts({ list, query }: NewPostsProps) {
  const dispatch = useAppDispatch();
  const place = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState(false);
  const wanted = JSON.stringify(query);
  const news = useAppSelector((state) => selectNews(state, list));
  const loaded = useAppSelector((state) => selectPostList(state, list));
  const current = news && JSON.stringify(news.query) === wanted ? news : undefined;
  const ready = loaded.status === 'ready' && loaded.query === wanted;
  const unmarked = ready && !current;
  useEffect(() => {
    if (unmarked) void dispatch(beginNews(list, JSON.parse(wanted) as FeedQuery));
  }, [dispatch, list, wanted, unmarked]);
  useCounting();
  const show = async () => {
    setReading(true);
    await dispatch(readNews(list, query));
    setReading(false);
    const panel = place.current?.parentElement ?? null;
    focusPost(slotsOf(panel)[0]);
  };
  const count = current?.count ?? 0;
  const countText = current?.more ? t(texts.more, { count }) : t(texts.count, { count });
  return (
    <NewsPill ref={place} loading={reading} onShow={() => void show()}>
      {reading ? t(texts.loading) : count > 0 ? countText : null}
    </NewsPill>
  );
}
