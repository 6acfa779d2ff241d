import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import Armchair from 'lucide-react/icons/armchair';
import Bell from 'lucide-react/icons/bell';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Contrast from 'lucide-react/icons/contrast';
import FileCheck from 'lucide-react/icons/file-check';
import Gavel from 'lucide-react/icons/gavel';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Moon from 'lucide-react/icons/moon';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import Wallet from 'lucide-react/icons/wallet';
import { useState } from 'react';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { signOut } from '#features/account/session-commands.ts';
import { useDockToggle } from '#features/messages/dock/use-dock-shown.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { type Theme, useTheme } from '#lib/theme/theme.ts';
import { themes } from '#lib/theme/theme-names.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import styles from './profile-menu.module.css';

const texts = defineMessages('app.profileMenu', {
  guest: 'Guest',
  label: 'Your account',
  labelOf: 'Your account: {name}',
  viewProfile: 'View Profile',
  account: 'Account Preferences',
  security: 'Sign in & Security',
  notification: 'Notification',
  webinars: 'Webinars',
  seats: 'My seats',
  earnings: 'Earnings',
  jobs: 'Jobs',
  applications: 'My applications',
  theme: 'Theme: {name}',
  moderation: 'Moderation',
  openChats: 'Open chats',
  closeChats: 'Close chats',
  logout: 'Logout',
  signIn: 'Sign In',
});

type Unsent = ReturnType<typeof countUnsent>;

const settings = (label: string, tab: string, icon: MenuItem['icon']): MenuItem => ({
  label,
  to: '/Settings',
  state: { tab },
  ...(icon ? { icon } : {}),
});

const LeaveQuestion = lazyPart(async () => (await import('./leave-question.tsx')).LeaveQuestion);

function Header({ user, name }: { user: OwnUser | null; name: string }) {
  return (
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
  );
}

const themeIcons: Record<Theme, MenuItem['icon'] & object> = { system: Contrast, light: Sun, dark: Moon };

/** The three themes, the current one ticked. */
function useThemeItems(): MenuItem[] {
  const [current, setTheme] = useTheme();
  return themes.map(({ theme, label }, place) => ({
    label: t(texts.theme, { name: t(label) }),
    icon: themeIcons[theme],
    checked: theme === current,
    separated: place === 0,
    onSelect: () => setTheme(theme),
  }));
}

/** Opens and closes the floating chats; empty where there are none. */
function useChatItems(): MenuItem[] {
  const dock = useDockToggle();
  if (!dock) return [];
  return [{ label: t(dock.open ? texts.closeChats : texts.openChats), icon: MessagesSquare, onSelect: dock.toggle }];
}

/** Signs out, after a confirmation if there is unsent work. */
function useLeaving(userId: string | undefined) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  // The unsent work when the member last chose to sign out.
  const [unsent, setUnsent] = useState<Unsent>({ messages: 0, drafts: 0 });
  const leave = () => {
    const counts = countUnsent(userId ?? '-');
    setUnsent(counts);
    if (counts.messages + counts.drafts > 0) setAsking(true);
    else dispatch(signOut());
  };
  const question = (
    <LeaveQuestion unsent={unsent} open={asking} onLeave={() => dispatch(signOut())} onClose={() => setAsking(false)} />
  );
  return { leave, question };
}

/** The avatar with its menu: the member's profile, settings, and signing in or out. */
export function ProfileMenu() {
  const user = useAppSelector(selectOwnUser);
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { leave, question } = useLeaving(user?._id);
  const themeItems = useThemeItems();
  const chatItems = useChatItems();
  const name = user ? fullName(user) : t(texts.guest);
  const items: MenuItem[] = [
    { label: t(texts.viewProfile), to: '/Profile', icon: UserRound },
    ...(signedIn ? chatItems : []),
    { label: t(texts.webinars), to: '/webinars', icon: CalendarDays, separated: true },
    ...(signedIn ? [{ label: t(texts.seats), to: '/me/seats', icon: Armchair }] : []),
    ...(user?.hasSold ? [{ label: t(texts.earnings), to: '/me/earnings', icon: Wallet }] : []),
    { label: t(texts.jobs), to: '/jobs', icon: BriefcaseBusiness },
    ...(signedIn ? [{ label: t(texts.applications), to: '/me/applications', icon: FileCheck }] : []),
    { ...settings(t(texts.account), 'account-preferences', SlidersHorizontal), separated: true },
    settings(t(texts.security), 'sign-in-security', ShieldCheck),
    settings(t(texts.notification), 'notification', Bell),
    ...themeItems,
    ...(user?.staffRole ? [{ label: t(texts.moderation), to: '/moderation', icon: Gavel }] : []),
    signedIn
      ? { label: t(texts.logout), icon: LogOut, separated: true, onSelect: leave }
      : { label: t(texts.signIn), icon: LogIn, separated: true, to: '/Login' },
  ];
  return (
    <>
      {question}
      <Menu
        label={t(texts.label)}
        items={items}
        header={<Header user={user} name={name} />}
        renderTrigger={(props) => (
          <button type="button" {...props} className={styles.trigger} aria-label={t(texts.labelOf, { name })}>
            <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 32)} size={32} />
          </button>
        )}
      />
    </>
  );
}
