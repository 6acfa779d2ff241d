import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { useState } from 'react';
import type { FollowListName } from '#entities/people/follow-slice.ts';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { words } from '#ui/text/words.ts';
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
      <PersonRow person={person} name={`${person.firstName} ${person.lastName}`} lines={[person.profession]} />
    </li>
  );
}

type FollowPeopleProps = { list: FollowListName; loaded: ReturnType<typeof useFollowList> };

function FollowPeople({ list, loaded: { current, status, message } }: FollowPeopleProps) {
  const dispatch = useAppDispatch();
  if (status === 'failed' && current.length === 0) {
    return (
      <>
        <p role="alert">{message}</p>
        <p className={panel.more}>
          <Button size="small" onClick={() => void dispatch(loadFollowList(list, true))}>
            {t(words.tryAgain)}
          </Button>
        </p>
      </>
    );
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

/** The newest followers and followed members, with links to all of them. */
export function FollowersPanel({ waiting = false }: { waiting?: boolean }) {
  const [tab, setTab] = useState<FollowListName>('followers');
  // Both are loaded up front, so that the second tab appears at once when it is chosen.
  const lists = { followers: useFollowList('followers'), followings: useFollowList('followings') };
  const { status, current } = lists[tab];
  const loading = (status === 'idle' || status === 'loading') && current.length === 0;
  if (waiting || loading) return <PanelSkeleton />;
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
