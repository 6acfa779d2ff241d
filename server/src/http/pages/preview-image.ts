/** The picture that is drawn for a page without a photo: its address for the page's head, and its texts. */
import { hash } from 'node:crypto';
import type { Services } from '#services.ts';
import type { HeadImage } from './page-head.ts';

/** The picture's texts, as guests see them. Without a title it shows only the community. */
export type PreviewTexts = { title: string; by: string };

const WIDTH = 1_200;
const HEIGHT = 630;

type Sources = Pick<Services, 'community' | 'config'>;

/** Returns a version that changes whenever the picture does, with its texts or the community's look. */
export function versionOf({ community }: Pick<Services, 'community'>, texts: PreviewTexts): string {
  const { accent } = community.settings();
  const inputs = [texts.title, texts.by, community.name(), accent, community.logo().version];
  return hash('sha256', JSON.stringify(inputs), 'base64url').slice(0, 16);
}

/** Returns a page's picture, by its path below `/api/previews/`. */
export function previewImage(services: Sources, path: string, texts: PreviewTexts): HeadImage {
  const address = `${services.config.publicUrl}/api/previews/${path}?v=${versionOf(services, texts)}`;
  return { url: address, width: WIDTH, height: HEIGHT, alt: [texts.title, texts.by].filter(Boolean).join(' · ') };
}
