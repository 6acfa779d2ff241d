import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';

/** What Stripe's card form needs: its script, the frames of its fields, and the call that makes the token. */
const stripeHosts = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const noHosts = { script: [], frame: [], connect: [] };

type Settings = Pick<Config, 'publicUrl' | 'stripe' | 'hstsSubdomains'>;

/** The headers that helmet sets for every answer: computed once, since it builds the policy anew each time. */
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

/**
 * Headers that prevent a page from running, framing or sending what it should not. HSTS only where the address is
 * https; another host is named only where it is configured.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, stripe, hstsSubdomains }: Settings,
): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  const hosts = stripe ? stripeHosts : noHosts;
  const headers = await findHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...hosts.script],
        ...(stripe ? { frameSrc: hosts.frame } : {}),
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...hosts.connect],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const all = { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all);
    done();
  });
}
