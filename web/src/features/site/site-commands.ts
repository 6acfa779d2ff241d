import type { acceptTerms, getTerms } from '@afterhours/contract/terms';
import { call } from '#lib/api/client.ts';

/** Loads the current version of the terms and the privacy policy. */
export const loadTerms = () => call<typeof getTerms>('GET', '/community/terms', { public: true });

/** Accepts a version; 409 if there is a newer one. */
export const acceptVersion = (version: number) => call<typeof acceptTerms>('POST', '/me/terms', { body: { version } });
