import type { MemberProfile } from '@afterhours/contract/member-profile';
import type { Person } from '@afterhours/contract/people';
import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { ConnectButton } from '#features/connections/components/connect-button.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const ReportDialog = lazyPart(
  async () => (await import('#features/moderation/components/report-dialog.tsx')).ReportDialog,
);
const BlockDialog = lazyPart(
  async () => (await import('#features/moderation/components/block-dialog.tsx')).BlockDialog,
);

type MemberActionsProps = { person: Person; viewerCan: MemberProfile['viewerCan'] };
type Asked = 'block' | 'report';

/** Blocking and reporting, as far as the server allows them. */
function MemberMenu({ person, viewerCan }: MemberActionsProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  // What was opened once stays, so that it can close with its transition.
  const [used, setUsed] = useState<Asked[]>([]);
  const ask = (what: Asked) => () => {
    setAsked(what);
    setUsed([...used, what]);
  };
  const close = () => setAsked(null);
  const items: (MenuItem & { may: boolean })[] = [
    { may: viewerCan.report, label: 'Report', icon: Flag, onSelect: ask('report') },
    { may: viewerCan.block, label: 'Block', icon: Ban, danger: true, onSelect: ask('block') },
  ];
  const offered = items.filter(({ may }) => may);
  if (offered.length === 0) return null;
  return (
    <>
      <Menu
        label="Member menu"
        items={offered}
        renderTrigger={(props) => <IconButton {...props} icon={Ellipsis} label="Member menu" />}
      />
      {used.includes('report') && (
        <ReportDialog reported={{ kind: 'member', id: person._id }} open={asked === 'report'} onClose={close} />
      )}
      {used.includes('block') && (
        <BlockDialog
          person={person}
          open={asked === 'block'}
          onClose={close}
          onBlocked={() => void navigate('/home', { replace: true })}
        />
      )}
    </>
  );
}

/** Follow, connect, message; block and report in the menu. */
export function MemberActions({ person, viewerCan }: MemberActionsProps) {
  return (
    <>
      {viewerCan.follow && <FollowButton person={person} size="medium" variant="primary" />}
      {viewerCan.connect && <ConnectButton person={person} size="medium" />}
      {viewerCan.message && (
        <ButtonLink to="/Messages" state={{ defaultUser: person }} icon={MessageCircle}>
          Message
        </ButtonLink>
      )}
      <MemberMenu person={person} viewerCan={viewerCan} />
    </>
  );
}

/** For guests the same, by way of signing in and back here. */
export function GuestActions() {
  const { pathname, search } = useLocation();
  const state: LoginState = { from: `${pathname}${search}` };
  return (
    <>
      <ButtonLink to="/Login" state={state} variant="primary">
        Follow
      </ButtonLink>
      <ButtonLink to="/Login" state={state}>
        Connect
      </ButtonLink>
      <ButtonLink to="/Login" state={state} icon={MessageCircle}>
        Message
      </ButtonLink>
    </>
  );
}
