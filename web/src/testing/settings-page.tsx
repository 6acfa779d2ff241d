import type { OwnUser } from '@afterhours/contract/account/account';
import { writeSession } from '#lib/browser/session-storage.ts';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';
import { ok, serve } from './fake-server.ts';
import { renderAt } from './render-app.tsx';

const paged = { page: null, limit: 20, nextCursor: null };

/** Signs a member in and shows them the settings, with empty lists; `more` are further or other responses. */
export function showSettings(
  user: OwnUser,
  at: Parameters<typeof renderAt>[0],
  more: Parameters<typeof serve>[0] = {},
) {
  writeSession('abc', user);
  const requests = serve({
    'GET /getProfile': ok(user),
    'GET /users/blocked': ok([], paged),
    'GET /me/reports': ok([], paged),
    'GET /me/decisions': ok([], paged),
    'GET /sessions': ok([]),
    'GET /passkeys': ok([]),
    'GET /identities/google': ok({ available: false, linked: false }),
    'GET /identities/oidc': ok({ provider: null, linked: false }),
    'GET /twoFactor': ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
    ...more,
  });
  return { requests, ...renderAt(at, () => <SettingsPage />) };
}
