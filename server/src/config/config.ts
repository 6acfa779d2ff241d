/**
 * The settings, parsed once from the environment. All are optional; an invalid value is rejected with the setting's
 * name. An empty value counts as missing, so that a copied `.env.example` changes nothing.
 */
import path from 'node:path';
import * as z from 'zod/mini';
import { oidcGroup, oidcOf, oidcShape } from './oidc-settings.ts';
import { roles } from './roles.ts';
import { readSecretFiles, secretFileNames } from './secret-files.ts';
import { address, addressList, isOrigin, keyList, networks, port, startsWith } from './setting-schemas.ts';
import { describeUnknown, readEnvFile } from './unknown-settings.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port('PORT'), 3000),
  PUBLIC_URL: z.optional(
    address('PUBLIC_URL', ['http', 'https']).check(
      z.refine(isOrigin, 'PUBLIC_URL must be an address without a path, such as https://community.example'),
    ),
  ),
  TRUSTED_PROXIES: z._default(networks('TRUSTED_PROXIES'), ['loopback']),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(address('DATABASE_URL', ['postgres', 'postgresql'])),
  DATABASE_REPLICA_URLS: z.optional(addressList('DATABASE_REPLICA_URLS', ['postgres', 'postgresql'])),
  SECRETS_KEY: z.optional(keyList('SECRETS_KEY')),
  REDIS_URL: z.optional(address('REDIS_URL', ['redis', 'rediss'])),
  SMTP_URL: z.optional(address('SMTP_URL', ['smtp', 'smtps'])),
  MAIL_FROM: z.optional(z.string().check(z.regex(/@/, 'MAIL_FROM must hold an email address'))),
  S3_ENDPOINT: z.optional(address('S3_ENDPOINT', ['http', 'https'])),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(startsWith('STRIPE_SECRET_KEY', ['sk_', 'rk_'])),
  STRIPE_PUBLISHABLE_KEY: z.optional(startsWith('STRIPE_PUBLISHABLE_KEY', ['pk_'])),
  STRIPE_WEBHOOK_SECRET: z.optional(startsWith('STRIPE_WEBHOOK_SECRET', ['whsec_'])),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.optional(startsWith('STRIPE_CONNECT_WEBHOOK_SECRET', ['whsec_'])),
  STRIPE_API_BASE: z.optional(address('STRIPE_API_BASE', ['http', 'https'])),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_JWKS_URL: z._default(
    address('GOOGLE_JWKS_URL', ['http', 'https']),
    'https://www.googleapis.com/oauth2/v3/certs',
  ),
  GOOGLE_AUTH_URL: z._default(
    address('GOOGLE_AUTH_URL', ['http', 'https']),
    'https://accounts.google.com/o/oauth2/v2/auth',
  ),
  ...oidcShape,
  ROLE: z._default(z.enum(roles, `ROLE must be one of ${roles.join(', ')}`), 'all'),
  DRAIN_SECONDS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+(\.\d+)?$/, 'DRAIN_SECONDS must be a number of seconds from 0 to 300')),
      z.pipe(
        z.transform(Number),
        z.number().check(z.lte(300, 'DRAIN_SECONDS must be a number of seconds from 0 to 300')),
      ),
    ),
    0,
  ),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z._default(port('METRICS_PORT'), 9464),
  LOG_LEVEL: z._default(z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`), 'info'),
  SIGN_UPS_PER_HOUR: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, 'SIGN_UPS_PER_HOUR must be a number from 0 (no limit) to 999999')),
      z.transform(Number),
    ),
    5,
  ),
  HSTS_SUBDOMAINS: z._default(z.enum(['true', 'false'], 'HSTS_SUBDOMAINS must be true or false'), 'false'),
  RATE_LIMIT_FACTOR: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+(\.\d+)?$/, 'RATE_LIMIT_FACTOR must be a number, 0 to turn limits off')),
      z.transform(Number),
    ),
    1,
  ),
  FILES_BY_PROXY: z.optional(
    z
      .string()
      .check(
        z.regex(/^(\/[\w.-]+)*$/, 'FILES_BY_PROXY must be a path such as /stored-files, without a slash at its end'),
      ),
  ),
  MEMBER_STORAGE_MB: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'MEMBER_STORAGE_MB must be a number of megabytes from 1 to 9999999')),
      z.transform(Number),
    ),
    1_024,
  ),
  MAX_RUNNING_CALLS: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'MAX_RUNNING_CALLS must be a number from 1 to 999999')),
      z.transform(Number),
    ),
    200,
  ),
  SERVICE_WORKER: z._default(z.enum(['on', 'off'], 'SERVICE_WORKER must be on or off'), 'on'),
  LINK_CARDS: z._default(z.enum(['on', 'off'], 'LINK_CARDS must be on or off'), 'on'),
  APP_NAME: z._default(z.string().check(z.maxLength(60, 'APP_NAME may have at most 60 characters')), 'Afterhours'),
  SUPPORT_EMAIL: z.optional(z.email('SUPPORT_EMAIL must be an email address')),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export type Config = ReturnType<typeof parseConfig>;

/** A setting is invalid; `message` has one line per setting and can be shown. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Groups of settings that must be set together or not at all: with only some of them, something else would be used
 * instead, such as files in a temporary folder.
 */
const groups = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  oidcGroup,
] as const;

/** Settings that require another one, unless they are switched off. */
const needs = [
  ['DATABASE_REPLICA_URLS', 'DATABASE_URL'],
  ['STRIPE_API_BASE', 'STRIPE_SECRET_KEY'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['OIDC_NAME', 'OIDC_ISSUER'],
  ['OIDC_AUTO_JOIN', 'OIDC_ISSUER'],
  ['OIDC_ALLOWED_DOMAINS', 'OIDC_ISSUER'],
  ['OIDC_ONLY', 'OIDC_ISSUER'],
] as const;

function requireCompleteGroups({ isGiven, isOff }: Record<'isGiven' | 'isOff', (name: string) => boolean>): void {
  const half = groups.find((group) => group.some(isGiven) && !group.every(isGiven));
  const missing = half?.filter((name) => !isGiven(name));
  if (half && missing) {
    const given = half.filter(isGiven);
    const need = given.length > 1 ? 'need' : 'needs';
    throw new ConfigError(`${given.join(', ')} ${need} ${missing.join(', ')} beside it: set all of them, or none.`);
  }
  const alone = needs.find(([name, needed]) => isGiven(name) && !isOff(name) && !isGiven(needed));
  if (alone) throw new ConfigError(`${alone[0]} needs ${alone[1]} beside it.`);
}

/** Google's client ids end like this; with other signing keys, the id belongs to a test server. */
function requireGoogleClient(clientId: string | undefined, hasOwnKeys: boolean): void {
  if (clientId === undefined || hasOwnKeys || clientId.endsWith('.apps.googleusercontent.com')) return;
  throw new ConfigError('GOOGLE_CLIENT_ID must end with .apps.googleusercontent.com.');
}

/** Returns the address in "Name <address>", or a bare address; null if there is none. */
function addressOf(sender: string | undefined): string | null {
  const address = /<([^<>]+)>\s*$/.exec(sender ?? '')?.[1] ?? sender ?? '';
  return z.safeParse(z.email(), address.trim()).success ? address.trim() : null;
}

type Environment = z.infer<typeof environment>;

/** Validates the environment, ignoring empty settings. Throws ConfigError. */
function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    // Each message names its setting.
    throw new ConfigError(parsed.error.issues.map(({ message }) => `${message}.`).join('\n'));
  }
  const env = parsed.data;
  requireCompleteGroups({
    isGiven: (name) => given[name] !== undefined,
    isOff: (name) => given[name] === 'false',
  });
  requireGoogleClient(env.GOOGLE_CLIENT_ID, given['GOOGLE_JWKS_URL'] !== undefined);
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) {
    throw new ConfigError(
      `The role ${env.ROLE} needs DATABASE_URL: the built-in database serves one process, ` +
        'which then has to do everything.',
    );
  }
  if (env.ROLE !== 'all' && env.SECRETS_KEY === undefined) {
    throw new ConfigError(
      `The role ${env.ROLE} needs SECRETS_KEY, the same for all servers and workers: 64 hexadecimal digits ` +
        '(openssl rand -hex 32).',
    );
  }
  return env;
}

function publicUrlOf(env: Environment): string {
  const shownHost = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  const host = shownHost.includes(':') ? `[${shownHost}]` : shownHost;
  return (env.PUBLIC_URL ?? `http://${host}:${env.PORT}`).replace(/\/+$/, '');
}

const s3Of = (env: Environment) =>
  env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        endpoint: env.S3_ENDPOINT,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      }
    : null;

const stripeOf = (env: Environment) =>
  env.STRIPE_SECRET_KEY
    ? {
        secretKey: env.STRIPE_SECRET_KEY,
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
        connectSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
        apiBase: env.STRIPE_API_BASE ?? null,
      }
    : null;

const googleOf = (env: Environment) =>
  env.GOOGLE_CLIENT_ID
    ? { clientId: env.GOOGLE_CLIENT_ID, jwksUrl: env.GOOGLE_JWKS_URL, authUrl: env.GOOGLE_AUTH_URL }
    : null;

/** Parses the environment; a relative DATA_DIR is resolved against `root` (the checkout). Throws ConfigError. */
export function parseConfig(variables: Record<string, string | undefined>, root: string) {
  const { variables: complete, problems } = readSecretFiles(variables);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const env = parseEnvironment(complete);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: publicUrlOf(env),
    /** The proxies whose X-Forwarded-For header is trusted. */
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: path.resolve(root, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrls: env.DATABASE_REPLICA_URLS ?? [],
    /** The keys for sealed values, newest first; empty if they are in the data folder. */
    secretsKeys: env.SECRETS_KEY ?? [],
    redisUrl: env.REDIS_URL ?? null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? `${env.APP_NAME} <no-reply@localhost>` },
    s3: s3Of(env),
    stripe: stripeOf(env),
    google: googleOf(env),
    oidc: oidcOf(env),
    role: env.ROLE,
    drainSeconds: env.DRAIN_SECONDS,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /** Per network; 0 means no limit. */
    signUpsPerHour: env.SIGN_UPS_PER_HOUR,
    /** True if browsers are told that all subdomains use https, too. */
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'true',
    maxRunningCalls: env.MAX_RUNNING_CALLS,
    memberStorageMb: env.MEMBER_STORAGE_MB,
    filesByProxy: env.FILES_BY_PROXY || null,
    /** True if browsers store the app, so that it starts without a connection. */
    serviceWorker: env.SERVICE_WORKER === 'on',
    /** True if the server requests linked pages of other sites for their cards. */
    linkCards: env.LINK_CARDS === 'on',
    appName: env.APP_NAME,
    supportEmail: env.SUPPORT_EMAIL ?? addressOf(env.MAIL_FROM),
    /** Names that were probably meant to be settings, with what was probably meant. */
    unknownSettings: describeUnknown(variables, {
      settings: [...settingNames, ...secretFileNames],
      file: readEnvFile(root),
    }),
  };
}
