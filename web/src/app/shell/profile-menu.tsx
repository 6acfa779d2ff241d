import Bell from 'lucide-react/icons/bell';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { signOut } from '#features/account/session-commands.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import styles from './profile-menu.module.css';

const settings = (label: string, tab: string, icon: MenuItem['icon']): MenuItem => ({
  label,
  to: '/Settings',
  state: { tab },
  ...(icon ? { icon } : {}),
});

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

function describeUnsent({ messages, drafts }: ReturnType<typeof countUnsent>): string {
  if (messages === 0) return `You have ${count(drafts, 'draft')}.`;
  const waiting = `${count(messages, 'message')} ${messages === 1 ? 'is' : 'are'} not sent yet`;
  return drafts === 0 ? `${waiting}.` : `${waiting}, and you have ${count(drafts, 'draft')}.`;
}

/** The avatar and what hangs below it: who I am, my profile, my settings, the way in or out. */
export function ProfileMenu() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const [asking, setAsking] = useState(false);
  const unsent = countUnsent(user?._id ?? '-');
  const leave = () => {
    if (unsent.messages + unsent.drafts > 0) setAsking(true);
    else dispatch(signOut());
  };
  const name = user ? `${user.firstName} ${user.lastName}` : 'Guest';
  const items: MenuItem[] = [
    { label: 'View Profile', to: '/Profile', icon: UserRound },
    { ...settings('Account Preferences', 'account-preferences', SlidersHorizontal), separated: true },
    settings('Sign in & Security', 'sign-in-security', ShieldCheck),
    settings('Notification', 'notification', Bell),
    signedIn
      ? { label: 'Logout', icon: LogOut, separated: true, onSelect: leave }
      : { label: 'Sign In', icon: LogIn, separated: true, to: '/Login' },
  ];
  return (
    <>
      <ConfirmDialog
        open={asking}
        title="Sign out and lose what you haven’t sent?"
        confirmLabel="Sign out"
        danger
        onConfirm={() => dispatch(signOut())}
        onCancel={() => setAsking(false)}
      >
        {describeUnsent(unsent)} Signing out removes it from this browser.
      </ConfirmDialog>
      <Menu
        label="Your account"
        items={items}
        header={
          <span className={styles.header}>
            <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 44)} />
            <span>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {user?.profession && (
                <span className={styles.profession}>
                  <bdi>{user.profession}</bdi>
                </span>
              )}
            </span>
          </span>
        }
        renderTrigger={(props) => (
          <button type="button" {...props} className={styles.trigger} aria-label={`Your account: ${name}`}>
            <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 32)} size={32} />
          </button>
        )}
      />
    </>
  );
}
