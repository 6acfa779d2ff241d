import { hash } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import { isLocalUrl } from '#config/reachable.ts';

/** The hosts of Stripe's card form: its script, its fields' frames, and the call that creates the token. */
const stripeHosts = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const noHosts = { script: [], frame: [], connect: [] };

type Settings = Pick<Config, 'publicUrl' | 'stripe' | 'hstsSubdomains'>;

/** Returns the headers that helmet sets, computed once because helmet builds the policy anew for each response. */
async function findHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, options);
  const own = (await fastify().inject('/')).headers;
  const { headers } = await probe.inject('/');
  await probe.close();
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name in own ? [] : [[name, String(value)]])),
  );
}

const isSecure = ({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** Whether browsers accept headers that isolate origins; on plain http in a network they report an error instead. */
const isTrusted = (settings: Settings): boolean => isSecure(settings) || isLocalUrl(settings.publicUrl);

/** Returns the hashes of inline content, by which a policy allows it. */
const hashAll = (page: string, inline: RegExp): string[] => [
  ...new Set([...page.matchAll(inline)].map(([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`)),
];
const SCRIPTS = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const STYLES = /<style>([\s\S]*?)<\/style>/g;

/**
 * Returns the headers for pages: they prevent a page from running, framing or sending what it should not. They name
 * other hosts only if these are configured, and inline scripts or styles only if the page has them.
 */
export async function findPageHeaders(settings: Settings, builtPage: string): Promise<Record<string, string>> {
  const hosts = settings.stripe ? stripeHosts : noHosts;
  const headers = await findHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Firefox applies it to the scripts that the landing page prefetches. Everything else has its own directive.
        defaultSrc: ["'self'"],
        objectSrc: ["'none'"],
        mediaSrc: ["'none'"],
        scriptSrc: ["'self'", ...hosts.script, ...hashAll(builtPage, SCRIPTS)],
        frameSrc: settings.stripe ? hosts.frame : ["'none'"],
        styleSrc: ["'self'", ...hashAll(builtPage, STYLES)],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...hosts.connect],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The policies of `service-worker.ts` and `stripe-script.ts`; Stripe's script requires the default one.
        trustedTypes: ['service-worker', ...(settings.stripe ? ['default'] : [])],
        ...(isSecure(settings) ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: isTrusted(settings),
    originAgentCluster: isTrusted(settings),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)' };
}

/** Returns the HSTS header, if the address is https. It is the same in all responses, because the latest counts. */
export const hstsHeader = (settings: Pick<Settings, 'publicUrl' | 'hstsSubdomains'>): Record<string, string> =>
  isSecure(settings)
    ? { 'strict-transport-security': `max-age=31536000${settings.hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {};

/**
 * Returns the headers for files and calls: browsers trust the declared type, only this site's pages can use them, and
 * when opened by themselves they run nothing. Pages have their own headers.
 */
export const findBasicHeaders = (settings: Pick<Settings, 'publicUrl' | 'hstsSubdomains'>): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...hstsHeader(settings),
});

/** Adds the headers for files and calls to every response that gets as far as the hooks. */
export function addSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = findBasicHeaders(settings);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
