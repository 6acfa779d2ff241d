/** The community's settings and invitations, for its staff. */
import type {
  CommunityInvitation,
  CommunitySettings,
  endInvitation,
  getCommunity,
  getCommunitySettings,
  listInvitations,
  makeInvitation,
  removeLogo,
  setCommunitySettings,
  setLogo,
} from '@afterhours/contract/community/community';
import type { getTerms, publishTerms } from '@afterhours/contract/community/terms';
import { call } from '#lib/api/client.ts';

export type { CommunityInvitation };

/** Loads the community's public information; open to everyone. */
export const loadCommunity = () => call<typeof getCommunity>('GET', '/community', { public: true });

export const loadSettings = () => call<typeof getCommunitySettings>('GET', '/staff/settings');

/** Saves the settings on top of the loaded version. Fails with 409 if somebody else has saved in the meantime. */
export const saveSettings = (settings: CommunitySettings, version: number) =>
  call<typeof setCommunitySettings>('PUT', '/staff/settings', { body: { ...settings, version } });

export const saveLogo = (file: File) =>
  call<typeof setLogo>('POST', '/staff/logo', { files: [{ field: 'logo', file }] });

export const dropLogo = () => call<typeof removeLogo>('DELETE', '/staff/logo');

/** Loads the current version of the terms and the privacy policy. */
export const loadTerms = () => call<typeof getTerms>('GET', '/community/terms', { public: true });

/** Publishes texts on top of the loaded version. Fails with 409 if somebody else has published in the meantime. */
export const saveTerms = (body: { version: number; terms: string | null; privacy: string | null }) =>
  call<typeof publishTerms>('POST', '/staff/terms', { body });

export const loadInvitations = () => call<typeof listInvitations>('GET', '/staff/invitations');

export const invite = (body: { uses: number; until: string }, idempotencyKey: string) =>
  call<typeof makeInvitation>('POST', '/staff/invitations', { body, idempotencyKey });

export const dropInvitation = (id: string) =>
  call<typeof endInvitation>('DELETE', '/staff/invitations/:id', { params: { id } });
