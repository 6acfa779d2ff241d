/** A page's head before its scripts run: title, description, and the tags for link previews and search engines. */
import { escapeHtml } from '#platform/escape-html.ts';
import { excerpt } from '#texts/excerpt.ts';
import { writeJson } from './html.ts';

export type HeadImage = { url: string; width?: number; height?: number; alt?: string };

export type PageHead = {
  title: string;
  /** Any length; the first 200 characters are shown. If absent, the application's own is used. */
  description?: string | undefined;
  /** The OpenGraph type. */
  type?: 'website' | 'profile' | 'article';
  /** A picture, by its absolute address. */
  image?: HeadImage | undefined;
  /** Whether search engines are asked not to index the page; link previews show it all the same. */
  unlisted?: boolean;
  /** The page's canonical path, below the public address. */
  path: string;
  /** JSON-LD of schema.org. */
  linkedData?: readonly object[];
  /** Other forms of the page, such as feeds: paths below the public address. */
  alternates?: readonly { type: string; title: string; path: string }[];
};

const MAX_DESCRIPTION = 200;
/** From this width on, previews show a picture across their full width. */
const LARGE_IMAGE = 600;

const TITLE = /<title>([^<]*)<\/title>/i;
const DESCRIPTION = /\s*<meta\s+name="description"\s+content="([^"]*)"\s*\/?>/i;

const property = (name: string, content: string | number | undefined): string =>
  content === undefined || content === '' ? '' : `<meta property="${name}" content="${content}" />`;

const imageTags = ({ url, width, height, alt }: HeadImage): string[] => [
  property('og:image', escapeHtml(url)),
  property('og:image:width', width),
  property('og:image:height', height),
  property('og:image:alt', alt && escapeHtml(alt)),
];

/** Inserts a head into a built page. All of its values are escaped as text. */
export function renderHead(page: string, head: PageHead, site: { name: string; publicUrl: string }): string {
  // The page's own text is already escaped.
  const description = head.description
    ? escapeHtml(excerpt(head.description, MAX_DESCRIPTION))
    : (DESCRIPTION.exec(page)?.[1] ?? '');
  const title = escapeHtml(head.title);
  const address = escapeHtml(site.publicUrl + head.path);
  const { image, linkedData = [], alternates = [] } = head;
  const isLarge = (image?.width ?? 0) >= LARGE_IMAGE;
  const tags = [
    `<title>${title}</title>`,
    description && `<meta name="description" content="${description}" />`,
    head.unlisted && '<meta name="robots" content="noindex" />',
    `<link rel="canonical" href="${address}" />`,
    ...alternates.map(
      ({ type, title: of, path }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(of)}" href="${escapeHtml(site.publicUrl + path)}" />`,
    ),
    property('og:site_name', escapeHtml(site.name)),
    property('og:type', head.type ?? 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    ...(image ? imageTags(image) : []),
    `<meta name="twitter:card" content="${isLarge ? 'summary_large_image' : 'summary'}" />`,
    `<meta name="twitter:title" content="${title}" />`,
    description && `<meta name="twitter:description" content="${description}" />`,
    image && `<meta name="twitter:image" content="${escapeHtml(image.url)}" />`,
    ...linkedData.map((data) => `<script type="application/ld+json">${writeJson(data)}</script>`),
  ].filter(Boolean);
  return page.replace(DESCRIPTION, '').replace(TITLE, () => tags.join('\n    '));
}
