import MailCheck from 'lucide-react/icons/mail-check';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SidePanels } from '#features/people/components/side-panels.tsx';
import { pageTitle } from '#lib/site.ts';
import { useEndInSight } from '#lib/use-end-in-sight.ts';
import { useRowFocus } from '#lib/use-row-focus.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { ListEnd } from '#ui/list-end.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { InvitationRow } from '../components/invitation-row.tsx';
import type { InvitationSide } from '../invitation-slice.ts';
import { useInvitations } from '../use-invitations.ts';
import styles from './invitations-page.module.css';

const tabs = [
  { id: 'received', label: 'Recieved' },
  { id: 'sent', label: 'Sent' },
] as const satisfies readonly { id: InvitationSide; label: string }[];

const empty = {
  received: 'Invitations you receive appear here until you accept or ignore them.',
  sent: 'Invitations you send appear here until they are answered.',
} as const;

const end = {
  received: 'These are all invitations to you.',
  sent: 'These are all invitations you have sent.',
} as const;

type ListProps = { side: InvitationSide; held: ReturnType<typeof useInvitations> };

function Waiting() {
  return (
    <>
      <LoadingNote>Loading invitations</LoadingNote>
      <PersonSkeleton />
      <PersonSkeleton />
      <PersonSkeleton />
    </>
  );
}

function InvitationList({ side, held }: ListProps) {
  const { entries, cursor, status, more, retry } = held;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    entries.map(({ _id }) => _id),
  );
  const foot = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  const none = entries.length === 0;
  return (
    <>
      {!none && (
        <ul ref={list} className={styles.list} aria-busy={loading}>
          {entries.map((invitation) => (
            <InvitationRow key={invitation._id} side={side} invitation={invitation} />
          ))}
        </ul>
      )}
      {/* Read again behind what is shown, a list shows that it is being read only at its end. */}
      {loading && (none ? held.total !== 0 : cursor !== null) && <Waiting />}
      {none && (status === 'ready' || (loading && held.total === 0)) && (
        <EmptyState
          icon={MailCheck}
          title="No connection found"
          action={
            <ButtonLink to="/find" variant="primary">
              Find Colleagues
            </ButtonLink>
          }
        >
          {empty[side]}
        </EmptyState>
      )}
      {status === 'failed' && <ErrorState message="Invitations could not be loaded." onRetry={retry} />}
      <div ref={foot} />
      {!none && status === 'ready' && cursor === null && <ListEnd>{end[side]}</ListEnd>}
    </>
  );
}

/** Invitations that wait for an answer: those to me, and those I have sent. */
export function InvitationsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'received';
  const lists = { received: useInvitations('received'), sent: useInvitations('sent') };
  const counted = tabs.map(({ id, label }) => ({ id, label: `${label} (${lists[id].total ?? '…'})` }));
  return (
    <Columns left={<OwnCard />} right={<SidePanels followers={false} />}>
      <title>{pageTitle('Manage Invitations')}</title>
      <h1>Manage Invitations</h1>
      <Card>
        <Tabs
          label="Manage Invitations"
          tabs={counted}
          value={tab}
          onChange={(id) =>
            setSearch(id === 'received' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
          }
        >
          <InvitationList key={tab} side={tab} held={lists[tab]} />
        </Tabs>
      </Card>
    </Columns>
  );
}
