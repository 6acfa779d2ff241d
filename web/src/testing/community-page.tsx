import { defaultMoney } from '@afterhours/contract/community/community-money';
import { writeSession } from '#lib/browser/session-storage.ts';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { CommunityPage } from '../features/community/pages/community-page.tsx';
import { buildOwnUser } from './build.ts';
import { ok, serve } from './fake-server.ts';
import { renderAt } from './render-app.tsx';

export const settings = {
  name: 'Night Owls',
  about: null,
  rules: 'Be kind.',
  contact: null,
  announcement: null,
  registration: 'open' as const,
  accent: null,
  question: null,
  blockedMailDomains: ['spam.example'],
  language: 'en' as const,
  postsPerDay: null,
  commentsPerDay: 40,
  messagesPerDay: null,
  uploadMbPerDay: null,
  storageMb: null,
  sellers: 'everybody' as const,
  sellerDays: 30,
  ...defaultMoney,
  proofOfWork: false,
  version: 4,
};

/** Shows the page of the community to a member with a role; `responses` are further or other responses. */
export function showCommunity(
  responses: Parameters<typeof serve>[0] = {},
  role: 'owner' | 'moderator' | null = 'owner',
) {
  writeSession('abc', buildOwnUser({ staffRole: role }));
  const requests = serve({
    'GET /staff/settings': ok({ ...settings, logo: null, mostStorageMb: 1024 }),
    'GET /staff/invitations': ok([]),
    'GET /community/terms': ok({ version: 0, publishedAt: null, terms: null, privacy: null }),
    'GET /staff/requests/count': ok({ count: 0 }),
    ...responses,
  });
  const shown = renderAt('/moderation/community', () => (
    <>
      <CommunityPage />
      <Toaster />
    </>
  ));
  return { requests, ...shown };
}
