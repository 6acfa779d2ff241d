/** Embedding posts in other sites, through oEmbed. */
import { rawRoute } from './base/route.ts';

/**
 * Takes `url`, the address of a post. Responds with JSON as specified by https://oembed.com, without the common
 * envelope.
 */
export const getOembed = rawRoute({
  method: 'GET',
  path: '/oembed',
  summary: 'How a public post is embedded, by its address',
  access: 'public',
  cost: 'read',
  produces: 'application/json; charset=utf-8',
});
