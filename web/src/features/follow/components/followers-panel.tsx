import { useState } from 'react';
import type { FollowListName } from '#entities/people/follow-slice.ts';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { loadFollowList } from '../follow-commands.ts';
import { useFollowList } from '../use-follow-list.ts';

const SHOWN = 5;

const tabs = [
  { id: 'followers', label: 'Followers' },
  { id: 'followings', label: 'Following' },
] as const satisfies readonly { id: FollowListName; label: string }[];

const empty = {
  followers: "You don't have any follower yet",
  followings: 'You’re not following anyone yet.',
} as const;

const all = { followers: '/connections?tab=followers', followings: '/connections?tab=following' } as const;

function Row({ id }: { id: string }) {
  const person = useAppSelector((state) => selectPerson(state, id));
  if (!person) return null;
  return (
    <li>
      <PersonRow person={person} name={`${person.firstName} ${person.lastName}`} lines={[person.profession]} />
    </li>
  );
}

type FollowPeopleProps = { list: FollowListName; held: ReturnType<typeof useFollowList> };

function FollowPeople({ list, held: { current, status, message } }: FollowPeopleProps) {
  const dispatch = useAppDispatch();
  if (status === 'failed' && current.length === 0) {
    return (
      <>
        <p role="alert">{message}</p>
        <p className={panel.more}>
          <Button size="small" onClick={() => void dispatch(loadFollowList(list, true))}>
            Try again
          </Button>
        </p>
      </>
    );
  }
  return (
    <>
      {current.length === 0 ? (
        <p className={panel.quiet}>{empty[list]}</p>
      ) : (
        <ul className={panel.list}>
          {current.slice(0, SHOWN).map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      )}
      <p className={panel.more}>
        <TextLink to={all[list]}>View All</TextLink>
      </p>
    </>
  );
}

/** Who follows me and whom I follow, the newest of each, and the way to all of them. */
export function FollowersPanel({ waiting = false }: { waiting?: boolean }) {
  const [tab, setTab] = useState<FollowListName>('followers');
  // Both at once: the second tab is there when it is chosen.
  const lists = { followers: useFollowList('followers'), followings: useFollowList('followings') };
  const { status, current } = lists[tab];
  const reading = (status === 'idle' || status === 'loading') && current.length === 0;
  if (waiting || reading) return <PanelSkeleton />;
  return (
    <Card aria-label="Followers and following">
      <Tabs label="Followers and following" tabs={tabs} value={tab} onChange={setTab}>
        <FollowPeople list={tab} held={lists[tab]} />
      </Tabs>
    </Card>
  );
}
