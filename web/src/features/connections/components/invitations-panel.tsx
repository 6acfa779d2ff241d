import { defineMessages } from '@afterhours/contract/base/message';
import { useRef } from 'react';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { useFailed } from '#lib/lists/use-failed.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { connectionTexts } from '../connection-texts.ts';
import { useInvitations } from '../invitations/use-invitations.ts';
import { InvitationRow } from './invitation-row.tsx';

const texts = defineMessages('connections.panel', {
  title: 'Invitations',
  titleCount: 'Invitations ({count})',
  seeAll: 'see all',
  seeAllLabel: 'see all invitations',
});

const SHOWN = 3;

/** The newest received invitations, with a link to all of them. */
export function InvitationsPanel({ waiting = false }: { waiting?: boolean }) {
  const { entries, total, status, retry } = useInvitations('received');
  const shown = entries.slice(0, SHOWN);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
  );
  const failed = useFailed(status) && shown.length === 0;
  const loading = status === 'idle' || status === 'loading';
  const isFirst = shown.length === 0 && total !== 0 && !failed;
  if (waiting || (loading && isFirst)) return <PanelSkeleton />;
  return (
    <Card
      title={total ? t(texts.titleCount, { count: formatCount(total) }) : t(texts.title)}
      action={
        <ButtonLink
          to="/mynetwork/invitaions"
          size="small"
          variant="quiet"
          className={panel.edge}
          aria-label={t(texts.seeAllLabel)}
        >
          {t(texts.seeAll)}
        </ButtonLink>
      }
    >
      {shown.length > 0 && (
        <ul ref={list} className={panel.rows}>
          {shown.map((invitation) => (
            <InvitationRow key={invitation._id} side="received" invitation={invitation} compact />
          ))}
        </ul>
      )}
      {shown.length === 0 && !failed && <p className={panel.quiet}>{t(connectionTexts.none)}</p>}
      {failed && <ErrorState quiet message={t(connectionTexts.failed)} onRetry={retry} retrying={loading} />}
    </Card>
  );
}
