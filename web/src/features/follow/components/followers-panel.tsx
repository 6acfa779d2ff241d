import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { useState } from 'react';
import type { FollowListName } from '#entities/people/follow-slice.ts';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { useFailed } from '#lib/lists/use-failed.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { loadFollowList } from '../follow-commands.ts';
import { followTexts } from '../follow-texts.ts';
import { useFollowList } from '../use-follow-list.ts';

const texts = defineMessages('follow.panel', {
  label: 'Followers and following',
  all: 'View All',
});

const SHOWN = 5;

const tabs = [
  { id: 'followers', label: followTexts.followers },
  { id: 'followings', label: followTexts.following },
] as const satisfies readonly { id: FollowListName; label: MessageDescriptor }[];

const empty = {
  followers: followTexts.noFollowers,
  followings: followTexts.noFollowings,
} as const;

const all = { followers: '/connections?tab=followers', followings: '/connections?tab=following' } as const;

function Row({ id }: { id: string }) {
  const person = useAppSelector((state) => selectPerson(state, id));
  if (!person) return null;
  return (
    <li>
      <PersonRow person={person} lines={[person.profession]} />
    </li>
  );
}

type FollowPeopleProps = { list: FollowListName; loaded: ReturnType<typeof usePanelList> };

function FollowPeople({ list, loaded: { current, status, message, failed } }: FollowPeopleProps) {
  const dispatch = useAppDispatch();
  if (failed) {
    const retry = () => void dispatch(loadFollowList(list, true));
    return <ErrorState quiet message={message} onRetry={retry} retrying={status === 'loading'} />;
  }
  return (
    <>
      {current.length === 0 ? (
        <p className={panel.quiet}>{t(empty[list])}</p>
      ) : (
        <ul className={panel.list}>
          {current.slice(0, SHOWN).map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      )}
      <p className={panel.more}>
        <TextLink to={all[list]}>{t(texts.all)}</TextLink>
      </p>
    </>
  );
}

function usePanelList(list: FollowListName) {
  const loaded = useFollowList(list);
  const failed = useFailed(loaded.status) && loaded.current.length === 0;
  const isWaiting = (loaded.status === 'idle' || loaded.status === 'loading') && loaded.current.length === 0 && !failed;
  return { ...loaded, failed, isWaiting };
}

/** The newest followers and followed members, with links to all of them. */
export function FollowersPanel({ waiting = false }: { waiting?: boolean }) {
  const [tab, setTab] = useState<FollowListName>('followers');
  // Both are loaded up front, so that the second tab appears at once when it is chosen.
  const lists = { followers: usePanelList('followers'), followings: usePanelList('followings') };
  if (waiting || lists[tab].isWaiting) return <PanelSkeleton />;
  return (
    <Card aria-label={t(texts.label)}>
      <Tabs
        label={t(texts.label)}
        tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
        value={tab}
        onChange={setTab}
      >
        <FollowPeople list={tab} loaded={lists[tab]} />
      </Tabs>
    </Card>
  );
}
