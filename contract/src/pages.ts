/**
 * The paths of all pages; letter case and a slash at the end make no difference. The server answers 404 beside any
 * other.
 */
export const pagePaths = [
  '/',
  '/Login',
  '/Login/google',
  '/welcome',
  '/Register',
  '/Forgot',
  '/ResetPassword',
  '/information',
  '/verify',
  '/first-evening',
  '/home',
  '/mynetwork',
  '/mynetwork/invitaions',
  '/mynetwork/invitations',
  '/Messages',
  '/Notification',
  '/Profile',
  '/Settings',
  '/activities',
  '/bookmarks',
  '/find',
  '/connections',
  '/results',
  '/results/view-profile/:id',
  '/no-result-found',
  '/moderation',
  '/community',
  '/owner',
  '/terms-condition',
  '/privacy-policy',
] as const;
export type PagePath = (typeof pagePaths)[number];
