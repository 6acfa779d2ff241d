import type { acceptTerms } from '@afterhours/contract/community/terms';
import { call } from '#lib/api/client.ts';

/** Accepts a version; 409 if there is a newer one. */
export const acceptVersion = (version: number) => call<typeof acceptTerms>('POST', '/me/terms', { body: { version } });
