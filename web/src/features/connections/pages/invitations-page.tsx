import MailCheck from 'lucide-react/icons/mail-check';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { InvitationRow } from '../components/invitation-row.tsx';
import type { InvitationSide } from '../invitations/invitation-slice.ts';
import { useInvitations } from '../invitations/use-invitations.ts';
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
  received: 'Those are all your invitations.',
  sent: 'Those are all the invitations you’ve sent.',
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

/** Invitations that wait for an answer: those to me, and those I have sent. `side`: the panels of other features, from the router. */
export function InvitationsPage({ side }: { side: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'received';
  const lists = { received: useInvitations('received'), sent: useInvitations('sent') };
  const counted = tabs.map(({ id, label }) => ({ id, label: `${label} (${lists[id].total ?? '…'})` }));
  return (
    <Columns left={<OwnCard />} right={side}>
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
