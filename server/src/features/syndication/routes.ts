/** Public posts for other programs: feeds, the sitemap, and posts embedded in other sites. */
import { getOembed } from '@afterhours/contract/syndication';
import type { FeatureContext } from '#http/feature.ts';
import { getEmbedding, makeEmbed } from './embed.ts';
import { makeFeed } from './feeds.ts';
import { makeSitemapIndex, makeSitemapPart } from './sitemap.ts';
import { addSitemapParts } from './sitemap-queries.ts';

export default function register({ bindRaw, services, documents }: FeatureContext): void {
  documents.serve('/feeds/*', (name) => makeFeed(services, name));
  documents.serve('/sitemap.xml', () => makeSitemapIndex(services));
  documents.serve('/sitemaps/*', (name) => makeSitemapPart(services, name));
  documents.serve('/embed/p/*', (id) => makeEmbed(services, id));
  services.jobs.schedule({ name: 'sitemap.parts', cron: '23 * * * *' }, () => addSitemapParts(services.db));

  bindRaw(getOembed, async ({ request, reply }) => {
    const query = request.query as { url?: unknown; maxwidth?: unknown; maxheight?: unknown; format?: unknown };
    if (query.format !== undefined && query.format !== 'json') return reply.status(501).send();
    const embedding = await getEmbedding(services, query);
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type(getOembed.produces)
      .send(JSON.stringify(embedding));
  });
}
