import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import { type Html, html } from '#http/pages/html.ts';

const linkMarkup = ({ url, title, site }: LinkCard): Html =>
  html`<p><a href="${url}" rel="ugc nofollow noopener"><bdi>${title}</bdi></a> · <bdi>${site}</bdi></p>`;

/** The card of a post's link, rendered as a plain link. */
export const cardMarkup = (card: LinkCard | null): Html => html`${card && linkMarkup(card)}`;
