import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { PopularPosts } from '#features/feed/components/popular-posts.tsx';
import { FollowersPanel } from '#features/follow/components/followers-panel.tsx';
import { selectFollowList } from '#features/follow/follow-slice.ts';
import { selectPostList } from '#features/posts/posts-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { selectSuggestionList } from '../suggestion-slice.ts';
import { PeopleYouMayKnow } from './people-you-may-know.tsx';

type SidePanelsProps = {
  /** With the popular posts above. */
  popular?: boolean;
  /** With who follows whom below. */
  followers?: boolean;
  foot?: ReactNode;
};

const wide = '(min-width: 1000px)';

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(wide);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether there is a side to stand in. */
export const useSide = (): boolean =>
  useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(wide).matches ?? true);

/** True once every panel knows its height, and from then on: shown together, none pushes another down. */
function useSettled(popular: boolean, followers: boolean): boolean {
  const popularStatus = useAppSelector((state) => selectPostList(state, 'popularPosts').status);
  const recommended = useAppSelector((state) => selectSuggestionList(state, 'recommended'));
  const colleagues = useAppSelector((state) => selectSuggestionList(state, 'colleagues').status);
  const followersStatus = useAppSelector((state) => selectFollowList(state, 'followers').status);
  const none = recommended.status === 'ready' && recommended.entries.length === 0;
  const waited = [
    recommended.status,
    ...(followers ? [followersStatus] : []),
    ...(popular ? [popularStatus] : []),
    ...(none ? [colleagues] : []),
  ];
  const all = waited.every((status) => status === 'ready' || status === 'failed');
  const [settled, setSettled] = useState(all);
  if (all && !settled) setSettled(true);
  return settled;
}

/** The panels themselves, wherever they stand. */
export function Panels({ popular = false, followers = true, foot }: SidePanelsProps) {
  const waiting = !useSettled(popular, followers);
  return (
    <>
      {popular && <PopularPosts waiting={waiting} />}
      <PeopleYouMayKnow waiting={waiting} />
      {followers && <FollowersPanel waiting={waiting} />}
      {foot}
    </>
  );
}

/** What stands beside posts: popular ones, people to follow, who follows whom. */
export function SidePanels(panels: SidePanelsProps) {
  // Nothing is read for panels that nobody sees.
  return useSide() ? <Panels {...panels} /> : null;
}
