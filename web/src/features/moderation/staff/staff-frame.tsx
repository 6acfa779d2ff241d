import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { CountBadge } from '#ui/chips/count-badge.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { useStaffState } from '../requests/request-commands.ts';
import styles from './staff.module.css';

const texts = defineMessages('moderation.frame', {
  title: 'Moderation',
  staffOnly: 'This page is for the moderators of this community.',
  ownersOnly: 'This page is for the owners of this community.',
  home: 'Go to the feed',
  factor: 'Turn on two-step verification',
  factorWhy: 'Moderators and owners need it for these pages, or have to sign in with a passkey.',
  security: 'Go to Sign in & Security',
  parts: 'Moderation sections',
  cases: 'Cases',
  members: 'Members',
  requests: 'Requests',
  waiting: 'waiting',
  community: 'Community',
  overview: 'Overview',
  filters: 'Filters',
  mail: 'Email',
  payouts: 'Payouts',
  team: 'Team',
  log: 'Log',
});

const REQUESTS = '/moderation/requests';

const parts = [
  { to: '/moderation', name: texts.cases, owners: false },
  { to: '/moderation/members', name: texts.members, owners: false },
  { to: REQUESTS, name: texts.requests, owners: false },
  { to: '/moderation/community', name: texts.community, owners: false },
  { to: '/moderation/overview', name: texts.overview, owners: true },
  { to: '/moderation/filters', name: texts.filters, owners: true },
  { to: '/moderation/mail', name: texts.mail, owners: true },
  { to: '/moderation/payouts', name: texts.payouts, owners: true },
  { to: '/moderation/team', name: texts.team, owners: true },
  { to: '/moderation/log', name: texts.log, owners: true },
] as const;

function Refusal({ owners }: { owners: boolean }) {
  const home = (
    <ButtonLink to="/home" variant="primary">
      {t(texts.home)}
    </ButtonLink>
  );
  return (
    <StatePage>
      <PageTitle>{t(texts.title)}</PageTitle>
      <EmptyState heading title={t(texts.title)} action={home}>
        {t(owners ? texts.ownersOnly : texts.staffOnly)}
      </EmptyState>
    </StatePage>
  );
}

function FactorNeeded() {
  const security = (
    <ButtonLink to="/Settings?tab=security" variant="primary">
      {t(texts.security)}
    </ButtonLink>
  );
  return (
    <EmptyState title={t(texts.factor)} action={security}>
      {t(texts.factorWhy)}
    </EmptyState>
  );
}

/** Shown until it is known who the viewer is. */
const Unknown = ({ title }: { title: string }) => (
  <main id="main" tabIndex={-1} className={styles.page}>
    <PageTitle>{title}</PageTitle>
    <h1>{title}</h1>
    <LoadingNote />
    <PeopleSkeleton />
  </main>
);

type StaffFrameProps = {
  title: string;
  /** True if the page is for owners only. */
  owners?: boolean;
  children: ReactNode;
};

/** A staff page, with links to the other ones. */
export function StaffFrame({ title, owners = false, children }: StaffFrameProps) {
  const me = useAppSelector(selectOwnUser);
  const role = me?.staffRole ?? null;
  const { waiting, needsFactor } = useStaffState(role !== null);
  if (!me) return <Unknown title={title} />;
  if (role === null || (owners && role !== 'owner')) return <Refusal owners={owners} />;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <nav aria-label={t(texts.parts)}>
        <ul className={styles.parts}>
          {parts
            .filter((part) => role === 'owner' || !part.owners)
            .map(({ to, name }) => (
              <li key={to}>
                <NavLink to={to} end className={styles.part}>
                  {t(name)}{' '}
                  {to === REQUESTS && (
                    <span className={styles.count}>
                      <CountBadge count={waiting} label={t(texts.waiting)} />
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
      {needsFactor ? <FactorNeeded /> : children}
    </main>
  );
}
