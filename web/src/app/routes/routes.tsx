/**
 * The routes outside the shell; all others are loaded with the shell. Matching ignores case, and a page is loaded on
 * its first visit.
 */
import { type ReactElement, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { PageBoundary } from '../shell/page-boundary.tsx';
import { SplashScreen } from '../splash-screen.tsx';
import { GuestsOnly, OnlyAt } from './guards.tsx';
import { loadPagesAt, type Place, page } from './page.ts';

const MemberRoutes = page(() => import('./member-routes.tsx'), 'MemberRoutes');
const LandingPage = page(() => import('#features/account/pages/landing-page.tsx'), 'LandingPage');
const LoginPage = page(() => import('#features/account/pages/login-page.tsx'), 'LoginPage');
const GoogleReturnPage = page(() => import('#features/account/pages/google-return-page.tsx'), 'GoogleReturnPage');
const OidcReturnPage = page(() => import('#features/account/pages/oidc-return-page.tsx'), 'OidcReturnPage');
const SignInLinkPage = page(() => import('#features/account/pages/sign-in-link-page.tsx'), 'SignInLinkPage');
const WelcomePage = page(() => import('#features/account/pages/welcome-page.tsx'), 'WelcomePage');
const RegisterPage = page(() => import('#features/account/pages/register-page.tsx'), 'RegisterPage');
const ForgotPage = page(() => import('#features/account/pages/forgot-page.tsx'), 'ForgotPage');
const InformationPage = page(() => import('#features/account/pages/information-page.tsx'), 'InformationPage');
const ResetPasswordPage = page(() => import('#features/account/pages/reset-password-page.tsx'), 'ResetPasswordPage');
const ExportPage = page(() => import('#features/account/pages/export-page.tsx'), 'ExportPage');
const UnsubscribePage = page(() => import('#features/notifications/pages/unsubscribe-page.tsx'), 'UnsubscribePage');
const VerifyPage = page(() => import('#features/account/pages/verify-page.tsx'), 'VerifyPage');
// Shows every UI primitive in every state; not part of the build.
const UiPage = import.meta.env.DEV ? page(() => import('#features/dev/ui-page.tsx'), 'UiPage') : null;

const onlyAt = (path: string, element: ReactElement) => <OnlyAt page={path}>{element}</OnlyAt>;
const guests = (element: ReactElement) => <GuestsOnly>{element}</GuestsOnly>;

const routes = (
  <>
    <Route path="/" element={guests(<LandingPage />)} />
    <Route path="/Login" element={guests(<LoginPage />)} />
    <Route path="/Login/google" element={guests(<GoogleReturnPage />)} />
    <Route path="/Login/oidc" element={<OidcReturnPage />} />
    <Route path="/Login/link" element={guests(<SignInLinkPage />)} />
    <Route path="/welcome" element={onlyAt('/welcome', <WelcomePage />)} />
    <Route path="/Register" element={guests(<RegisterPage />)} />
    <Route path="/Forgot" element={guests(<ForgotPage />)} />
    <Route path="/ResetPassword" element={<ResetPasswordPage />} />
    <Route path="/export" element={<ExportPage />} />
    <Route path="/u/:token" element={<UnsubscribePage />} />
    <Route path="/information" element={<InformationPage />} />
    <Route path="/verify" element={<VerifyPage />} />
    {UiPage && <Route path="/dev/ui" element={<UiPage />} />}
    <Route path="*" element={<MemberRoutes />} />
  </>
);

/** Loads the page at a place. Rejects if a part fails to load; rendering the page then requests it again. */
export const loadPage = (place: Place): Promise<void> => loadPagesAt(routes, place);

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <PageBoundary at={pathname}>
      <Suspense fallback={<SplashScreen />}>
        <Routes>{routes}</Routes>
      </Suspense>
    </PageBoundary>
  );
}
