/** The picture that is drawn for a page without a photo: its address in the head of the page, and what is drawn. */
import { createHash } from 'node:crypto';
import type { Services } from '#services.ts';
import type { HeadImage } from './page-head.ts';

/** What guests read in it. Without a title it shows the community alone. */
export type PreviewTexts = { title: string; by: string };

const WIDTH = 1_200;
const HEIGHT = 630;

type Sources = Pick<Services, 'community' | 'config'>;

/** Names what is drawn: it changes when a text, or the look of the community, does. */
export function versionOf({ community }: Pick<Services, 'community'>, texts: PreviewTexts): string {
  const { accent } = community.settings();
  const drawn = [texts.title, texts.by, community.name(), accent, community.logo().version];
  return createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, 16);
}

/** Returns the image of a page, by its path below `/api/previews/`. */
export function previewImage(services: Sources, path: string, texts: PreviewTexts): HeadImage {
  const address = `${services.config.publicUrl}/api/previews/${path}?v=${versionOf(services, texts)}`;
  return { url: address, width: WIDTH, height: HEIGHT, alt: [texts.title, texts.by].filter(Boolean).join(' · ') };
}
