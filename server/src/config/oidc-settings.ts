/** The settings for sign-in at an OpenID provider. */
import * as z from 'zod/mini';
import { isLocalUrl } from './reachable.ts';
import { address } from './setting-schemas.ts';

const flag = (name: string) => z._default(z.enum(['true', 'false'], `${name} must be true or false`), 'false');

const DOMAINS = /^\s*(?:[a-z0-9-]+\.)+[a-z]{2,}\s*(?:,\s*(?:[a-z0-9-]+\.)+[a-z]{2,}\s*)*$/i;

export const oidcShape = {
  OIDC_ISSUER: z.optional(
    address('OIDC_ISSUER', ['http', 'https']).check(
      // Secrets and tokens are sent there.
      z.refine(
        (url) => url.startsWith('https:') || isLocalUrl(url),
        'OIDC_ISSUER must be an https address, or one of this machine',
      ),
    ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40, 'OIDC_NAME may have at most 40 characters'))),
  OIDC_AUTO_JOIN: flag('OIDC_AUTO_JOIN'),
  OIDC_ALLOWED_DOMAINS: z.optional(
    z.string().check(z.regex(DOMAINS, 'OIDC_ALLOWED_DOMAINS must be domains such as studio.example, with commas')),
  ),
  OIDC_ONLY: flag('OIDC_ONLY'),
};

type Values = z.infer<z.ZodMiniObject<typeof oidcShape>>;

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name by which members know the provider. */
  name: string;
  /** True if people without an account become members. */
  autoJoin: boolean;
  /** The email domains that may join or be linked; empty for any. */
  allowedDomains: readonly string[];
  /** True if the provider replaces passwords, which are neither shown nor accepted. */
  only: boolean;
};

/** Returns the current issuer without a trailing slash. The setting may also name its discovery document. */
export const issuerInUse = ({ issuer }: Pick<OidcSettings, 'issuer'>): string =>
  issuer.replace(/\/\.well-known\/.*$/, '').replace(/\/+$/, '');

/** Settings that only work together. */
export const oidcGroup = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Returns null if no provider is configured. */
export function oidcOf(env: Values): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME ?? new URL(issuer).hostname,
    autoJoin: env.OIDC_AUTO_JOIN === 'true',
    allowedDomains: (env.OIDC_ALLOWED_DOMAINS ?? '')
      .split(',')
      .map((domain) => domain.trim().toLowerCase())
      .filter(Boolean),
    only: env.OIDC_ONLY === 'true',
  };
}
