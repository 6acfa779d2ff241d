/** A public post embedded in another site's page: a document without scripts and cookies, with its own policy. */
import { hash } from 'node:crypto';
import { defineMessages } from '@afterhours/contract/base/message';
import { isId } from '@afterhours/contract/constants/fields';
import { directionOf } from '@afterhours/contract/constants/languages';
import type { Post } from '@afterhours/contract/posts/posts';
import { describeMissing } from '#access/gone-pages.ts';
import { fullName } from '#features/people/views.ts';
import { embeddedPost, findPostForGuests, titleOf } from '#features/posts/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { DocumentResult } from '#http/pages/documents.ts';
import { Html, html } from '#http/pages/html.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;overflow-wrap:anywhere}' +
  'article,footer{margin:0 auto;max-width:600px;padding:8px 16px}p{margin:8px 0}' +
  'h2{font-size:1.25rem;line-height:1.3;margin:8px 0}a{color:inherit;text-underline-offset:3px}' +
  'h2 a,footer a{text-decoration:none}a:hover{text-decoration:underline}' +
  'p>a{unicode-bidi:plaintext}' +
  'img{background:light-dark(transparent,#b5b2ac);border-radius:8px;height:auto;max-width:100%}' +
  'dl{display:flex;flex-wrap:wrap;gap:8px 32px}dt{font-size:.875rem;opacity:.75}dd{font-weight:600;margin:0}' +
  '[data-time]{font-weight:600}footer{border-top:1px solid #8886;font-size:.875rem;font-weight:600}';

/** Any site may frame it. It may load its pictures, but run no scripts. */
const POLICY =
  `default-src 'none'; img-src 'self'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors *";

const WIDTH = 600;
const HEIGHT = 480;
const PATH = /^\/p\/([\da-f-]{36})\/?$/i;

const texts = defineMessages('embed', { missing: 'This post is not available.' });

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

type Embed = { title: string; head?: Html; content: Html; path: string };

function writePage({ title, head, content, path }: Embed, { community }: Services): string {
  const { language } = community.settings();
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}<base target="_blank">
<style>${new Html(STYLE)}</style>
</head>
<body><main>${content}</main><footer><a href="${path}"><bdi>${community.name()}</bdi></a></footer></body>
</html>`;
  return page.text;
}

function writeEmbed(post: Post, services: Services): string {
  const path = `/p/${post._id}`;
  const head = html`<link rel="canonical" href="${services.config.publicUrl}${path}">
`;
  return writePage({ title: titleOf(post), head, content: embeddedPost(post), path }, services);
}

/** Says so to readers of the other site, where a post was deleted or is no longer public. */
function writeMissing(services: Services): string {
  const missing = english(texts.missing);
  return writePage({ title: missing, content: html`<article><p>${missing}</p></article>`, path: '/' }, services);
}

/** Returns the embedded post at `/embed/p/` plus its id, or a sentence in place of a missing one. */
export async function makeEmbed(services: Services, address: string): Promise<DocumentResult> {
  const id = address.toLowerCase();
  const type = 'text/html; charset=utf-8';
  const post = isId(id) ? await findPostForGuests(services, id) : null;
  if (post) return { type, text: writeEmbed(post, services), headers: HEADERS, shows: [id, post.user_id] };
  const isGone = (await describeMissing(services.readsNow, `/p/${id}`)) === 'gone';
  return { type, text: writeMissing(services), headers: HEADERS, status: isGone ? 410 : 404 };
}

/** Returns the oEmbed response for a post's URL; throws a 404 if guests do not see the post. */
export async function getEmbedding(
  services: Services,
  query: { url?: unknown; maxwidth?: unknown; maxheight?: unknown },
) {
  const { publicUrl } = services.config;
  const url = typeof query.url === 'string' ? URL.parse(query.url) : null;
  const id = url?.origin === new URL(publicUrl).origin ? PATH.exec(url.pathname)?.[1] : undefined;
  const post = id !== undefined && isId(id.toLowerCase()) ? await findPostForGuests(services, id.toLowerCase()) : null;
  if (!post) throw notFound();
  const limit = (most: unknown, size: number) => (Number(most) > 0 ? Math.min(size, Math.floor(Number(most))) : size);
  const [width, height] = [limit(query.maxwidth, WIDTH), limit(query.maxheight, HEIGHT)];
  const title = titleOf(post);
  const source = `${publicUrl}/embed/p/${post._id}`;
  const size = html`width="${width}" height="${height}"`;
  // The frame needs its own origin to load its pictures; nothing runs in it that could abuse that.
  const allowed = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
  const limits = html`sandbox="${allowed}" style="border:0;max-width:100%"`;
  const frame = html`<iframe src="${source}" ${size} title="${title}" loading="lazy" ${limits}></iframe>`;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: services.community.name(),
    provider_url: publicUrl,
    title,
    author_name: fullName(post.user),
    author_url: `${publicUrl}/@${post.user.username}`,
    cache_age: 300,
    html: frame.text,
    width,
    height,
  };
}
