import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import MailCheck from 'lucide-react/icons/mail-check';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { InvitationRow } from '../components/invitation-row.tsx';
import { connectionTexts } from '../connection-texts.ts';
import type { InvitationSide } from '../invitations/invitation-slice.ts';
import { useInvitations } from '../invitations/use-invitations.ts';
import styles from './invitations-page.module.css';

const texts = defineMessages('connections.page', {
  title: 'Manage Invitations',
  tab: '{label} ({count})',
  received: 'Recieved',
  sent: 'Sent',
  noneReceived: 'Invitations you receive will appear here until you accept or ignore them.',
  noneSent: 'Invitations you send will appear here until they are answered.',
  allReceived: 'Those are all your invitations.',
  allSent: 'Those are all the invitations you’ve sent.',
  loading: 'Loading invitations',
});

const tabs = [
  { id: 'received', label: texts.received },
  { id: 'sent', label: texts.sent },
] as const satisfies readonly { id: InvitationSide; label: MessageDescriptor }[];

const empty = {
  received: texts.noneReceived,
  sent: texts.noneSent,
} as const;

const end = {
  received: texts.allReceived,
  sent: texts.allSent,
} as const;

type ListProps = { side: InvitationSide; current: ReturnType<typeof useInvitations> };

function Waiting() {
  return (
    <>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <div className={styles.waiting}>
        <PeopleSkeleton />
      </div>
    </>
  );
}

function Nothing({ side }: { side: InvitationSide }) {
  const find = (
    <ButtonLink to="/find" variant="primary">
      {t(connectionTexts.find)}
    </ButtonLink>
  );
  return (
    <EmptyState icon={MailCheck} title={t(connectionTexts.none)} action={find}>
      {t(empty[side])}
    </EmptyState>
  );
}

function InvitationList({ side, current }: ListProps) {
  const { entries, cursor, status, more, retry } = current;
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
      {/* A list stays visible while it reloads; only its next page has a skeleton. */}
      {loading && (none ? current.total !== 0 : cursor !== null) && <Waiting />}
      {none && (status === 'ready' || (loading && current.total === 0)) && <Nothing side={side} />}
      {status === 'failed' && <ErrorState message={t(connectionTexts.failed)} onRetry={retry} />}
      <div ref={foot} />
      {!none && status === 'ready' && cursor === null && <ListEnd>{t(end[side])}</ListEnd>}
    </>
  );
}

/**
 * The received and sent invitations that are pending. `side` holds panels of other features, passed in by the router.
 */
export function InvitationsPage({ side }: { side: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'received';
  const lists = { received: useInvitations('received'), sent: useInvitations('sent') };
  const counted = tabs.map(({ id, label }) => ({
    id,
    label: t(texts.tab, { label: t(label), count: lists[id].total ?? '…' }),
  }));
  return (
    <Columns left={<OwnCard />} right={side}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <Tabs
        label={t(texts.title)}
        tabs={counted}
        value={tab}
        onChange={(id) => setSearch(id === 'received' ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
      >
        <InvitationList key={tab} side={tab} current={lists[tab]} />
      </Tabs>
    </Columns>
  );
}
