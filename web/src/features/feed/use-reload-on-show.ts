import { useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useAppDispatch } from '#lib/store.ts';
import { type FeedQuery, type LoadableList, loadPostPage } from './feed-commands.ts';

/** Reloads a list of posts whenever its page is visited; on Back, the list stays as it was left. */
export function useReloadOnShow(list: LoadableList, query: FeedQuery): void {
  const dispatch = useAppDispatch();
  const back = useNavigationType() === NavigationType.Pop;
  const wanted = JSON.stringify(query);
  useEffect(() => {
    if (!back) void dispatch(loadPostPage(list, JSON.parse(wanted) as FeedQuery, true));
  }, [dispatch, list, wanted, back]);
}
