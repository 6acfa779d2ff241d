/**
 * Draws the preview pictures for links to public pages. Responds with the same 404 for what guests cannot see and for
 * what does not exist.
 */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { isId } from '@afterhours/contract/constants/fields';
import * as contract from '@afterhours/contract/previews';
import type { FastifyReply } from 'fastify';
import { createCache } from '#cache.ts';
import { loadLogo } from '#community/logo-file.ts';
import { previewOfTag } from '#features/browse/loaders.ts';
import { findPostForGuests, previewOfPost } from '#features/posts/loaders.ts';
import { findMemberForGuests, previewOfMember } from '#features/profile/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { type PreviewTexts, versionOf } from '#http/pages/preview-image.ts';
import { ChildError } from '#platform/pictures/child-process.ts';
import type { Services } from '#services.ts';

/** Saves 60 ms of processor time per drawing. The key covers everything that is drawn, so no entry is ever outdated. */
const LIFETIME_MS = DAY_MS;
const MAX_BYTES = 24 * 1024 * 1024;
const RETRY_SECONDS = 10;
const HEADERS = {
  'cache-control': 'public, max-age=300',
  // Other sites show the previews.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};

type Drawn = { png: Buffer };

function createDrawing(services: Services) {
  const cache = createCache<Drawn>({ ttlMs: () => LIFETIME_MS, size: MAX_BYTES, sizeOf: ({ png }) => png.length });
  return async (texts: PreviewTexts): Promise<Drawn> =>
    cache.fetch(versionOf(services, texts), async () => {
      const { accent } = services.community.settings();
      const order = { community: services.community.name(), accent, logo: await loadLogo(services), ...texts };
      return { png: await services.pictures.draw(order) };
    });
}

function toProblem(error: unknown): unknown {
  return error instanceof ChildError ? new AppError(503, undefined, { retryAfter: RETRY_SECONDS }) : error;
}

export default function register({ bindRaw, services }: FeatureContext): void {
  const draw = createDrawing(services);

  async function send(reply: FastifyReply, texts: PreviewTexts | null): Promise<FastifyReply> {
    if (texts === null) throw notFound();
    const { png } = await draw(texts).catch((error: unknown) => {
      throw toProblem(error);
    });
    return reply.headers(HEADERS).type(contract.previewPost.produces).send(png);
  }

  bindRaw(contract.previewPost, async ({ request, reply }) => {
    const id = (request.params as { id: string }).id.toLowerCase();
    const post = isId(id) ? await findPostForGuests(services, id) : null;
    return send(reply, post && previewOfPost(post));
  });

  bindRaw(contract.previewMember, async ({ request, reply }) => {
    const username = (request.params as { username: string }).username.toLowerCase();
    const member = await findMemberForGuests(services, username);
    return send(reply, member && previewOfMember(member));
  });

  bindRaw(contract.previewTag, async ({ request, reply }) =>
    send(reply, await previewOfTag(services, (request.params as { tag: string }).tag)),
  );

  bindRaw(contract.previewCommunity, async ({ reply }) => send(reply, { title: '', by: '' }));
}
