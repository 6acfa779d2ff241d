import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { selectFollowList } from '#entities/people/follow-slice.ts';
import { selectSuggestionList } from '#entities/people/suggestion-slice.ts';
import { selectPostList } from '#entities/posts/posts-slice.ts';
import { InvitationsPanel } from '#features/connections/components/invitations-panel.tsx';
import { selectInvitations } from '#features/connections/invitations/invitation-slice.ts';
import { FollowersPanel } from '#features/follow/components/followers-panel.tsx';
import { PeopleYouMayKnow } from '#features/people/components/people-you-may-know.tsx';
import { type RootState, useAppSelector } from '#lib/store.ts';
import { from } from '#ui/styles/breakpoints.ts';
import { PopularPosts } from './popular-posts.tsx';

type SidebarProps = {
  /** Shows the popular posts first. */
  popular?: boolean;
  /** Shows pending invitations. */
  invitations?: boolean;
  /** Shows people to follow; false where they are in the middle column. */
  people?: boolean;
  /** Shows the viewer's followers and followings last. */
  followers?: boolean;
  foot?: ReactNode;
};

const wide = from.desktop;

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(wide);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the page is wide enough for a sidebar. */
export const useHasSidebar = (): boolean =>
  useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(wide).matches ?? true);

const isSettled = ({ status }: { status: string }): boolean => status === 'ready' || status === 'failed';

/** Whether the people to follow are known: the suggested ones, or colleagues if nobody is suggested. */
function arePeopleSettled(state: RootState): boolean {
  const suggested = selectSuggestionList(state, 'recommended');
  const nobody = suggested.status === 'ready' && suggested.entries.length === 0;
  return isSettled(nobody ? selectSuggestionList(state, 'colleagues') : suggested);
}

/** True from the moment when every panel knows its height: shown together, none pushes another down. */
function useSettled({ popular, invitations, people, followers }: Required<Omit<SidebarProps, 'foot'>>): boolean {
  const all = useAppSelector(
    (state) =>
      (!popular || isSettled(selectPostList(state, 'popularPosts'))) &&
      (!invitations || isSettled(selectInvitations(state, 'received'))) &&
      (!people || arePeopleSettled(state)) &&
      (!followers || isSettled(selectFollowList(state, 'followers'))),
  );
  const [settled, setSettled] = useState(all);
  if (all && !settled) setSettled(true);
  return settled;
}

/** The panels themselves, for any place. */
export function SidebarPanels(panels: SidebarProps) {
  const { popular = false, invitations = false, people = true, followers = true, foot } = panels;
  const waiting = !useSettled({ popular, invitations, people, followers });
  return (
    <>
      {popular && <PopularPosts waiting={waiting} />}
      {invitations && <InvitationsPanel waiting={waiting} />}
      {people && <PeopleYouMayKnow waiting={waiting} />}
      {followers && <FollowersPanel waiting={waiting} />}
      {/* Below panels that are still loading it would move. */}
      {!waiting && foot}
    </>
  );
}

/** The sidebar beside posts: popular posts, people to follow, followers and followings. */
export function Sidebar(panels: SidebarProps) {
  // Does not load panels that are not visible.
  return useHasSidebar() ? <SidebarPanels {...panels} /> : null;
}
