/** What other sites take from this one: posts inside their pages, by oEmbed. */
import { rawRoute } from './base/route.ts';

/** Takes `url`, the address of a post; answers the JSON of https://oembed.com, which is not in the common envelope. */
export const getOembed = rawRoute({
  method: 'GET',
  path: '/oembed',
  summary: 'How a public post is embedded, by its address',
  access: 'public',
  cost: 'read',
  produces: 'application/json; charset=utf-8',
});
