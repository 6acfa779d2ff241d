import { defineMessages } from '@afterhours/contract/base/message';
import { useRef } from 'react';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { words } from '#ui/text/words.ts';
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

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p className={panel.quiet}>{t(connectionTexts.failed)}</p>
      <p className={panel.more}>
        <Button size="small" onClick={onRetry}>
          {t(words.tryAgain)}
        </Button>
      </p>
    </>
  );
}

/** The newest received invitations, with a link to all of them. */
export function InvitationsPanel({ waiting = false }: { waiting?: boolean }) {
  const { entries, total, status, retry } = useInvitations('received');
  const shown = entries.slice(0, SHOWN);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
  );
  const loading = (status === 'idle' || status === 'loading') && entries.length === 0 && total !== 0;
  if (waiting || loading) return <PanelSkeleton />;
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
      {shown.length === 0 && status !== 'failed' && <p className={panel.quiet}>{t(connectionTexts.none)}</p>}
      {shown.length === 0 && status === 'failed' && <Failed onRetry={retry} />}
    </Card>
  );
}
