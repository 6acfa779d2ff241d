import { defineMessages } from '@afterhours/contract/base/message';
import Bell from 'lucide-react/icons/bell';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Compass from 'lucide-react/icons/compass';
import MessageCircle from 'lucide-react/icons/message-circle';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { Suspense } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { selectIsLoggedIn, selectOwnUser, selectSearchHistory } from '#features/account/auth-slice.ts';
import { keepSearch } from '#features/account/session-commands.ts';
import { selectReceivedCount } from '#features/connections/invitations/invitation-slice.ts';
import { selectUnreadMessages } from '#features/messages/state/unread-slice.ts';
import { selectUnread } from '#features/notifications/notification-slice.ts';
import { dropSearch } from '#features/search/history-commands.ts';
import { toKeyword } from '#features/search/keyword.ts';
import { useSearchSuggestions } from '#features/search/use-search-suggestions.tsx';
import { PageLoading } from '#features/site/components/page-loading.tsx';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { BottomBar } from '#ui/shell/bottom-bar.tsx';
import type { NavItem } from '#ui/shell/nav-item.ts';
import { TopBar } from '#ui/shell/top-bar.tsx';
import { RealtimeBridge } from '../live/realtime-bridge.tsx';
import { page } from '../routes/page.ts';
import { JoinLinks } from './join-links.tsx';
import { Keyboard } from './keyboard.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SiteFooter } from './site-footer.tsx';

const texts = defineMessages('app.places', {
  explore: 'Explore',
  network: 'My Network',
  messages: 'Messages',
  notifications: 'Notifications',
  profile: 'Profile',
  pending: 'pending',
  webinars: 'Webinars',
  jobs: 'Jobs',
});

// The page works while these are loading.
const MessageDock = page(
  () => loadWithRetries(() => import('#features/messages/dock/message-dock.tsx')),
  'MessageDock',
);

const TermsQuestion = page(
  () => loadWithRetries(() => import('#features/site/components/terms-question.tsx')),
  'TermsQuestion',
);

function usePlaces(): NavItem[] {
  const notifications = useAppSelector(selectUnread);
  const messages = useAppSelector(selectUnreadMessages);
  const invitations = useAppSelector(selectReceivedCount);
  const dot = useAppSelector(selectOwnUser)?.calm ?? false;
  return [
    { label: t(texts.explore), to: '/home', icon: Compass },
    { label: t(texts.network), to: '/mynetwork', icon: UsersRound, count: invitations, counted: t(texts.pending), dot },
    { label: t(texts.messages), to: '/Messages', icon: MessageCircle, count: messages, dot },
    { label: t(texts.notifications), to: '/Notification', icon: Bell, count: notifications, dot },
  ];
}

/** Pages that guests can browse; members find them in their menu. */
const guestPlaces = (): NavItem[] => [
  { label: t(texts.webinars), to: '/webinars', icon: CalendarDays },
  { label: t(texts.jobs), to: '/jobs', icon: BriefcaseBusiness },
];

function useSearchBox(signedIn: boolean) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const recent = useAppSelector(selectSearchHistory);
  const location = useLocation();
  const onSearch = (keyword: string) => {
    dispatch(keepSearch(keyword));
    // `at` marks a new search, so that going back returns to the old one as it was left.
    void navigate(`/results?q=${encodeURIComponent(keyword)}`, { state: { keyword, at: Date.now() } });
  };
  const suggesting = useSearchSuggestions(signedIn);
  const searching = /^\/results\/?$/i.test(location.pathname);
  return {
    recent,
    current: searching ? toKeyword(location) : '',
    onSearch,
    onForget: (term: string) => dispatch(dropSearch(term)),
    onClear: () => dispatch(dropSearch()),
    ...suggesting,
  };
}

/** The member's corner of the top bar; for guests, links to sign in and join. */
function Account({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      {!signedIn && <JoinLinks />}
      <ProfileMenu />
    </>
  );
}

/** Top bar, page, footer and, on a phone, the bottom bar. Guests see it around public pages. */
export function MemberShell() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const places = usePlaces();
  const search = useSearchBox(signedIn);
  const { pathname } = useLocation();
  // The question does not cover the terms and the privacy policy themselves, which the member must be able to read.
  const terms = useAppSelector(selectOwnUser)?.termsToAccept ?? null;
  const reading = /^\/(terms|privacy)-/i.test(pathname);
  // A footer below an endless list cannot be reached, so the feed has it in the side column. Messages fill the whole
  // height.
  const inFeed = useMatch('/home') !== null;
  const inMessages = useMatch('/Messages') !== null;
  return (
    <AppShell
      topBar={
        <TopBar
          home="/home"
          items={signedIn ? places : guestPlaces()}
          search={search}
          account={<Account signedIn={signedIn} />}
        />
      }
      bottomBar={
        <BottomBar
          items={signedIn ? [...places, { label: t(texts.profile), to: '/Profile', icon: UserRound }] : guestPlaces()}
        />
      }
      footer={!inFeed && !inMessages && <SiteFooter />}
    >
      <PageBoundary at={pathname}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
      {signedIn && <RealtimeBridge />}
      <Suspense fallback={null}>{signedIn && <MessageDock />}</Suspense>
      <Keyboard />
      <Suspense fallback={null}>{terms !== null && !reading && <TermsQuestion />}</Suspense>
    </AppShell>
  );
}
