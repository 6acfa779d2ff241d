import { useRef } from 'react';
import panel from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { formatCount } from '#lib/text/format.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useInvitations } from '../invitations/use-invitations.ts';
import { InvitationRow } from './invitation-row.tsx';

const SHOWN = 3;

/** The newest pending invitations to me, and the way to all. */
export function InvitationsPanel({ waiting = false }: { waiting?: boolean }) {
  const { entries, total, status, retry } = useInvitations('received');
  const shown = entries.slice(0, SHOWN);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
  );
  const reading = (status === 'idle' || status === 'loading') && entries.length === 0 && total !== 0;
  if (waiting || reading) return <PanelSkeleton />;
  return (
    <Card
      title={total ? `Invitations (${formatCount(total)})` : 'Invitations'}
      action={
        <ButtonLink
          to="/mynetwork/invitaions"
          size="small"
          variant="quiet"
          className={panel.edge}
          aria-label="see all invitations"
        >
          see all
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
      {shown.length === 0 && status !== 'failed' && <p className={panel.quiet}>No connection found</p>}
      {shown.length === 0 && status === 'failed' && (
        <>
          <p className={panel.quiet}>Invitations could not be loaded.</p>
          <p className={panel.more}>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        </>
      )}
    </Card>
  );
}
