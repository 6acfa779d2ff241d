/** Every route of the product, who may see it and what it shows. Matching ignores case; pages are loaded when first visited. */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { GuestsOnly, MembersOnly } from './guards.tsx';

/** A lazy component by its name in its module. */
function page<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}

const MemberShell = page(() => import('./shell/member-shell.tsx'), 'MemberShell');
const LandingPage = page(() => import('#features/account/pages/landing-page.tsx'), 'LandingPage');
const LoginPage = page(() => import('#features/account/pages/login-page.tsx'), 'LoginPage');
const RegisterPage = page(() => import('#features/account/pages/register-page.tsx'), 'RegisterPage');
const ForgotPage = page(() => import('#features/account/pages/forgot-page.tsx'), 'ForgotPage');
const InformationPage = page(() => import('#features/account/pages/information-page.tsx'), 'InformationPage');
const ResetPasswordPage = page(() => import('#features/account/pages/reset-password-page.tsx'), 'ResetPasswordPage');
const VerifyPage = page(() => import('#features/account/pages/verify-page.tsx'), 'VerifyPage');
const HomePage = page(() => import('#features/feed/pages/home-page.tsx'), 'HomePage');
const ActivitiesPage = page(() => import('#features/activities/pages/activities-page.tsx'), 'ActivitiesPage');
const BookmarksPage = page(() => import('#features/bookmarks/pages/bookmarks-page.tsx'), 'BookmarksPage');
const ConnectionsPage = page(() => import('#features/follow/pages/connections-page.tsx'), 'ConnectionsPage');
const MyNetworkPage = page(() => import('#features/follow/pages/my-network-page.tsx'), 'MyNetworkPage');
const FindPage = page(() => import('#features/people/pages/find-page.tsx'), 'FindPage');
const ProfilePage = page(() => import('#features/profile/pages/profile-page.tsx'), 'ProfilePage');
const NotificationPage = page(() => import('#features/notifications/pages/notification-page.tsx'), 'NotificationPage');
const MemberPage = page(() => import('#features/people/pages/member-page.tsx'), 'MemberPage');
const ResultsPage = page(() => import('#features/search/pages/results-page.tsx'), 'ResultsPage');
const NoResultFoundPage = page(() => import('#features/search/pages/no-result-found-page.tsx'), 'NoResultFoundPage');
const TermsPage = page(() => import('#features/site/pages/terms-page.tsx'), 'TermsPage');
const PrivacyPage = page(() => import('#features/site/pages/privacy-page.tsx'), 'PrivacyPage');
const OutlookPage = page(() => import('#features/site/pages/outlook-page.tsx'), 'OutlookPage');
// Every primitive in every state; left out of the build.
const UiPage = import.meta.env.DEV ? page(() => import('#features/dev/ui-page.tsx'), 'UiPage') : null;
const NotFoundPage = page(() => import('#features/site/pages/not-found-page.tsx'), 'NotFoundPage');

const guests = (element: ReactElement) => <GuestsOnly>{element}</GuestsOnly>;
const members = (element: ReactElement) => <MembersOnly otherwise="/Login">{element}</MembersOnly>;
const membersElseLanding = (element: ReactElement) => <MembersOnly otherwise="/">{element}</MembersOnly>;

export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={guests(<LandingPage />)} />
        <Route path="/Login" element={guests(<LoginPage />)} />
        <Route path="/Register" element={guests(<RegisterPage />)} />
        <Route path="/Forgot" element={guests(<ForgotPage />)} />
        <Route path="/ResetPassword" element={<ResetPasswordPage />} />
        <Route path="/information" element={<InformationPage />} />
        <Route path="/verify" element={<VerifyPage />} />
        {UiPage && <Route path="/dev/ui" element={<UiPage />} />}
        <Route element={<MemberShell />}>
          <Route path="/home" element={membersElseLanding(<HomePage />)} />
          <Route path="/mynetwork" element={members(<MyNetworkPage />)} />
          <Route path="/mynetwork/invitaions" element={members(<OutlookPage screen="invitations" />)} />
          <Route path="/mynetwork/invitations" element={<Navigate to="/mynetwork/invitaions" replace />} />
          <Route path="/Messages" element={members(<OutlookPage screen="messages" />)} />
          <Route path="/Notification" element={members(<NotificationPage />)} />
          <Route path="/Profile" element={members(<ProfilePage />)} />
          <Route path="/Settings" element={members(<OutlookPage screen="settings" />)} />
          <Route path="/activities" element={members(<ActivitiesPage />)} />
          <Route path="/bookmarks" element={members(<BookmarksPage />)} />
          <Route path="/find" element={members(<FindPage />)} />
          <Route path="/connections" element={members(<ConnectionsPage />)} />
          <Route path="/results" element={<ResultsPage />} />
          <Route path="/results/view-profile/:id" element={<MemberPage />} />
          <Route path="/no-result-found" element={<NoResultFoundPage />} />
          <Route path="/terms-condition" element={<TermsPage />} />
          <Route path="/privacy-policy" element={<PrivacyPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
