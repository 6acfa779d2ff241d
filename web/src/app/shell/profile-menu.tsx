import Bell from 'lucide-react/icons/bell';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { signOut } from '#features/account/session-commands.ts';
import { userImage } from '#features/uploads/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import styles from './profile-menu.module.css';

const settings = (label: string, tab: string, icon: MenuItem['icon']): MenuItem => ({
  label,
  to: '/Settings',
  state: { tab },
  ...(icon ? { icon } : {}),
});

/** The avatar and what hangs below it: who I am, my profile, my settings, the way in or out. */
export function ProfileMenu() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const name = user ? `${user.firstName} ${user.lastName}` : 'Guest';
  const items: MenuItem[] = [
    { label: 'View Profile', to: '/Profile', icon: UserRound },
    { ...settings('Account Preferences', 'account-preferences', SlidersHorizontal), separated: true },
    settings('Sign in & Security', 'sign-in-security', ShieldCheck),
    settings('Notification', 'notification', Bell),
    signedIn
      ? { label: 'Logout', icon: LogOut, separated: true, onSelect: () => dispatch(signOut()) }
      : { label: 'Sign In', icon: LogIn, separated: true, to: '/Login' },
  ];
  return (
    <Menu
      label="Your account"
      items={items}
      header={
        <span className={styles.header}>
          <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 44)} />
          <span>
            <strong>{name}</strong>
            {user?.profession && <span className={styles.profession}>{user.profession}</span>}
          </span>
        </span>
      }
      renderTrigger={(props) => (
        <button type="button" {...props} className={styles.trigger} aria-label={`Your account: ${name}`}>
          <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 32)} size={32} />
        </button>
      )}
    />
  );
}
