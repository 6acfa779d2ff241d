/**
 * The routes inside the shell, and others for members, with their guards and pages. They are loaded with the shell, so
 * that the login page does not load this table.
 */
import type { ReactElement } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Sidebar } from '#features/sidebar/components/sidebar.tsx';
import { NotFoundPage } from '#features/site/pages/not-found-page.tsx';
import { MemberShell } from '../shell/member-shell.tsx';
import { FeedGuard, MembersOnly, OnlyAt, RequiredPageFirst } from './guards.tsx';
import { loadPagesAt, type Place, page } from './page.ts';

const HomePage = page(() => import('#features/feed/pages/home-page.tsx'), 'HomePage');
const ActivitiesPage = page(() => import('#features/activities/pages/activities-page.tsx'), 'ActivitiesPage');
const PostPage = page(() => import('#features/activities/pages/post-page.tsx'), 'PostPage');
const BookmarksPage = page(() => import('#features/bookmarks/pages/bookmarks-page.tsx'), 'BookmarksPage');
const ScheduledPage = page(() => import('#features/posts/scheduled/pages/scheduled-page.tsx'), 'ScheduledPage');
const InvitationsPage = page(() => import('#features/connections/pages/invitations-page.tsx'), 'InvitationsPage');
const ConnectionsPage = page(() => import('#features/follow/pages/connections-page.tsx'), 'ConnectionsPage');
const MessagesPage = page(() => import('#features/messages/pages/messages-page.tsx'), 'MessagesPage');
const MyNetworkPage = page(() => import('#features/feed/pages/my-network-page.tsx'), 'MyNetworkPage');
const FindPage = page(() => import('#features/people/pages/find-page.tsx'), 'FindPage');
const ProfilePage = page(() => import('#features/profile/pages/profile-page.tsx'), 'ProfilePage');
const NotificationPage = page(() => import('#features/notifications/pages/notification-page.tsx'), 'NotificationPage');
const TagPage = page(() => import('#features/browse/pages/tag-page.tsx'), 'TagPage');
const WebinarsPage = page(() => import('#features/browse/pages/webinars-page.tsx'), 'WebinarsPage');
const JoinPage = page(() => import('#features/webinars/pages/join-page.tsx'), 'JoinPage');
const ManagePage = page(() => import('#features/webinars/pages/manage-page.tsx'), 'ManagePage');
const OwnSeatsPage = page(() => import('#features/webinars/pages/own-seats-page.tsx'), 'OwnSeatsPage');
const JobsPage = page(() => import('#features/browse/pages/jobs-page.tsx'), 'JobsPage');
const MyApplicationsPage = page(
  () => import('#features/applications/pages/my-applications-page.tsx'),
  'MyApplicationsPage',
);
const JobApplicationsPage = page(
  () => import('#features/applications/pages/job-applications-page.tsx'),
  'JobApplicationsPage',
);
const MemberPage = page(() => import('#features/profile/pages/member-page.tsx'), 'MemberPage');
const ResultsPage = page(() => import('#features/search/pages/results-page.tsx'), 'ResultsPage');
const NoResultFoundPage = page(() => import('#features/search/pages/no-result-found-page.tsx'), 'NoResultFoundPage');
const FirstEveningPage = page(() => import('#features/newcomers/pages/first-evening-page.tsx'), 'FirstEveningPage');
const SettingsPage = page(() => import('#features/settings/pages/settings-page.tsx'), 'SettingsPage');
const ModerationPage = page(() => import('#features/moderation/pages/moderation-page.tsx'), 'ModerationPage');
const CommunityPage = page(() => import('#features/community/pages/community-page.tsx'), 'CommunityPage');
const MembersPage = page(() => import('#features/moderation/pages/members-page.tsx'), 'MembersPage');
const RequestsPage = page(() => import('#features/moderation/pages/requests-page.tsx'), 'RequestsPage');
const OverviewPage = page(() => import('#features/moderation/pages/overview-page.tsx'), 'OverviewPage');
const FiltersPage = page(() => import('#features/moderation/pages/filters-page.tsx'), 'FiltersPage');
const TeamPage = page(() => import('#features/moderation/pages/team-page.tsx'), 'TeamPage');
const MailsPage = page(() => import('#features/moderation/pages/mails-page.tsx'), 'MailsPage');
const LogPage = page(() => import('#features/moderation/pages/log-page.tsx'), 'LogPage');
const OwnerPage = page(() => import('#features/moderation/pages/owner-page.tsx'), 'OwnerPage');
const EarningsPage = page(() => import('#features/payments/earnings/pages/earnings-page.tsx'), 'EarningsPage');
const PayoutsPage = page(() => import('#features/payments/earnings/pages/payouts-page.tsx'), 'PayoutsPage');
const ReceiptPage = page(() => import('#features/payments/receipts/pages/receipt-page.tsx'), 'ReceiptPage');
const SuspendedPage = page(() => import('#features/settings/pages/suspended-page.tsx'), 'SuspendedPage');
const WaitingPage = page(() => import('#features/settings/pages/waiting-page.tsx'), 'WaitingPage');
const TermsPage = page(() => import('#features/site/pages/terms-page.tsx'), 'TermsPage');
const PrivacyPage = page(() => import('#features/site/pages/privacy-page.tsx'), 'PrivacyPage');

const everyone = (element: ReactElement) => <RequiredPageFirst>{element}</RequiredPageFirst>;
const members = (element: ReactElement) => <MembersOnly otherwise="/Login">{element}</MembersOnly>;

const routes = (
  <>
    <Route element={<MemberShell />}>
      <Route
        path="/home"
        element={
          <FeedGuard>
            <HomePage />
          </FeedGuard>
        }
      />
      <Route path="/mynetwork" element={members(<MyNetworkPage />)} />
      <Route path="/mynetwork/invitaions" element={members(<InvitationsPage side={<Sidebar followers={false} />} />)} />
      <Route path="/mynetwork/invitations" element={<Navigate to="/mynetwork/invitaions" replace />} />
      <Route path="/Messages" element={members(<MessagesPage />)} />
      <Route path="/Notification" element={members(<NotificationPage />)} />
      <Route path="/Profile" element={members(<ProfilePage />)} />
      <Route path="/Settings" element={members(<SettingsPage />)} />
      <Route path="/activities" element={members(<ActivitiesPage />)} />
      <Route path="/p/:id" element={everyone(<PostPage />)} />
      <Route path="/bookmarks" element={members(<BookmarksPage />)} />
      <Route path="/scheduled" element={members(<ScheduledPage />)} />
      <Route path="/me/earnings" element={members(<EarningsPage />)} />
      <Route path="/me/receipts/:number" element={members(<ReceiptPage />)} />
      <Route path="/find" element={members(<FindPage side={<Sidebar invitations people={false} />} />)} />
      <Route
        path="/connections"
        element={members(<ConnectionsPage side={<Sidebar invitations followers={false} />} />)}
      />
      <Route path="/results" element={everyone(<ResultsPage />)} />
      <Route path="/results/view-profile/:id" element={everyone(<MemberPage />)} />
      {/* Route paths cannot begin with fixed characters: the page accepts `@…` only, and shows “not found”
          otherwise. */}
      <Route path="/:handle" element={everyone(<MemberPage />)} />
      <Route path="/tags/:tag" element={everyone(<TagPage />)} />
      <Route path="/webinars" element={everyone(<WebinarsPage />)} />
      <Route path="/webinars/:id/manage" element={members(<ManagePage />)} />
      <Route path="/w/:id/join" element={members(<JoinPage />)} />
      <Route path="/me/seats" element={members(<OwnSeatsPage />)} />
      <Route path="/jobs" element={everyone(<JobsPage />)} />
      <Route path="/jobs/:id/applications" element={members(<JobApplicationsPage />)} />
      <Route path="/me/applications" element={members(<MyApplicationsPage />)} />
      <Route path="/no-result-found" element={<NoResultFoundPage />} />
      <Route path="/moderation" element={members(<ModerationPage />)} />
      <Route path="/moderation/community" element={members(<CommunityPage />)} />
      <Route path="/moderation/members" element={members(<MembersPage />)} />
      <Route path="/moderation/requests" element={members(<RequestsPage />)} />
      <Route path="/moderation/overview" element={members(<OverviewPage />)} />
      <Route path="/moderation/filters" element={members(<FiltersPage />)} />
      <Route path="/moderation/payouts" element={members(<PayoutsPage />)} />
      <Route path="/moderation/team" element={members(<TeamPage />)} />
      <Route path="/moderation/mail" element={members(<MailsPage />)} />
      <Route path="/moderation/log" element={members(<LogPage />)} />
      <Route path="/owner" element={members(<OwnerPage />)} />
      <Route path="/terms-condition" element={<TermsPage />} />
      <Route path="/privacy-policy" element={<PrivacyPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
    <Route
      path="/suspended"
      element={
        <OnlyAt page="/suspended">
          <SuspendedPage />
        </OnlyAt>
      }
    />
    <Route
      path="/waiting"
      element={
        <OnlyAt page="/waiting">
          <WaitingPage />
        </OnlyAt>
      }
    />
    <Route path="/first-evening" element={members(<FirstEveningPage />)} />
  </>
);

export const MemberRoutes = Object.assign(() => <Routes>{routes}</Routes>, {
  load: (place: Place) => loadPagesAt(routes, place),
});
