/** The product as an app on a device: the manifest, its icons, and what other apps share with it. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { COMPOSE_PATH, SHARE_PATH } from '@afterhours/contract/constants/installed-app';
import * as contract from '@afterhours/contract/installed-app';
import { createCache } from '#cache.ts';
import { loadLogo } from '#community/logo-file.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { parseIconName, versionOfIcons } from '#http/pages/app/icons.ts';
import { ChildError } from '#platform/pictures/child-process.ts';
import { makeManifest } from './manifest.ts';

/** Saves drawing an icon, which takes 30 ms of a core. The key contains everything that the icon depends on. */
const LIFETIME_MS = DAY_MS;
const ICONS = 20;
const RETRY_SECONDS = 10;

export default function register({ app, bindRaw, documents, services }: FeatureContext): void {
  const cache = createCache<Buffer>({ ttlMs: () => LIFETIME_MS, size: ICONS });

  documents.serve('/manifest.webmanifest', async () => ({
    type: 'application/manifest+json; charset=utf-8',
    text: makeManifest(services),
    headers: { 'cache-control': 'public, max-age=0, s-maxage=30' },
  }));

  bindRaw(contract.getAppIcon, async ({ request, reply }) => {
    const { name } = request.params as { name: string };
    const icon = parseIconName(name);
    if (!icon) throw notFound();
    const draw = async () =>
      services.pictures.drawIcon({
        ...icon,
        accent: services.community.settings().accent,
        logo: await loadLogo(services),
      });
    const drawn = await cache.fetch(`${name} ${versionOfIcons(services)}`, draw).catch((error: unknown) => {
      throw error instanceof ChildError ? new AppError(503, undefined, { retryAfter: RETRY_SECONDS }) : error;
    });
    reply.headers({ 'cache-control': 'public, max-age=300', 'x-robots-tag': 'noindex' });
    return reply.type(contract.getAppIcon.produces).send(drawn);
  });

  // The service worker handles shared content. Without it, the form of a new post opens empty.
  app.post(SHARE_PATH, { schema: { hide: true } }, async (_request, reply) => reply.redirect(COMPOSE_PATH, 303));
}
