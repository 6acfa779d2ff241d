import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import MessageCircle from 'lucide-react/icons/message-circle';
import VolumeX from 'lucide-react/icons/volume-x';
import { useLocation, useNavigate } from 'react-router';
import { selectRelationship } from '#entities/people/connection-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { ConnectButton } from '#features/connections/components/connect-button.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { BlockDialog, ReportDialog } from '#features/moderation/components/lazy-dialogs.ts';
import { MutedNote } from '#features/mutes/components/muted-note.tsx';
import { muteFromMenu } from '#features/mutes/mute-commands.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { ShareMenu, sharingOf } from './share-menu.tsx';

const texts = defineMessages('profile.actions', {
  menu: 'Member menu',
  mute: 'Mute {name}',
  report: 'Report',
  block: 'Block',
  message: 'Message',
  follow: 'Follow',
  connect: 'Connect',
});

type MemberActionsProps = { person: Person; viewerCan: MemberProfile['viewerCan'] };
type Question = 'block' | 'report';

/** The menu to share and mute, and to block and report if the server allows it. */
function MemberMenu({ person, viewerCan }: MemberActionsProps) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const mute = () => void dispatch(muteFromMenu({ kind: 'member', value: person._id }, person.firstName));
  const { shown, show, close } = useDialog<Question>();
  const items: (MenuItem & { may: boolean })[] = [
    {
      may: viewerCan.block,
      label: t(texts.mute, { name: person.firstName }),
      icon: VolumeX,
      onSelect: mute,
    },
    { may: viewerCan.report, label: t(texts.report), icon: Flag, onSelect: () => show('report') },
    { may: viewerCan.block, label: t(texts.block), icon: Ban, danger: true, onSelect: () => show('block') },
  ];
  const offered = items.filter(({ may }) => may);
  return (
    <>
      <Menu
        label={t(texts.menu)}
        items={[...sharingOf(person), ...offered]}
        renderTrigger={(props) => <IconButton {...props} icon={Ellipsis} label={t(texts.menu)} />}
      />
      {shown?.of === 'report' && (
        <ReportDialog key={shown.key} reported={{ kind: 'member', id: person._id }} open={shown.open} onClose={close} />
      )}
      {shown?.of === 'block' && (
        <BlockDialog
          person={person}
          open={shown.open}
          onClose={close}
          onBlocked={() => void navigate('/home', { replace: true })}
        />
      )}
    </>
  );
}

/** Buttons to follow, connect and write a message; a menu to block and report. */
export function MemberActions({ person, viewerCan }: MemberActionsProps) {
  // An invitation waits for its answer, so Accept is the main action.
  const invited = useAppSelector((state) => selectRelationship(state, person._id)?.status === 'received');
  return (
    <>
      {viewerCan.follow && <FollowButton person={person} size="medium" variant={invited ? 'secondary' : 'primary'} />}
      {viewerCan.connect && <ConnectButton person={person} size="medium" variant={invited ? 'primary' : 'secondary'} />}
      {viewerCan.message && (
        <ButtonLink to="/Messages" state={{ defaultUser: person }} icon={MessageCircle}>
          {t(texts.message)}
        </ButtonLink>
      )}
      <MemberMenu person={person} viewerCan={viewerCan} />
      {viewerCan.block && <MutedNote person={person} />}
    </>
  );
}

/** The same buttons for guests: they lead to the login page and back. */
export function GuestActions({ person }: Pick<MemberActionsProps, 'person'>) {
  const { pathname, search } = useLocation();
  const state: LoginState = { from: `${pathname}${search}` };
  return (
    <>
      <ButtonLink to="/Login" state={state} variant="primary">
        {t(texts.follow)}
      </ButtonLink>
      <ButtonLink to="/Login" state={state}>
        {t(texts.connect)}
      </ButtonLink>
      <ButtonLink to="/Login" state={state} icon={MessageCircle}>
        {t(texts.message)}
      </ButtonLink>
      <ShareMenu person={person} />
    </>
  );
}
