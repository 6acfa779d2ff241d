/** The web app manifest: names, colours, icons, and what other apps may share with this one. */
import { defineMessages } from '@afterhours/contract/base/message';
import { COMPOSE_PATH, SHARE_PATH, shareFields } from '@afterhours/contract/constants/installed-app';
import { directionOf } from '@afterhours/contract/constants/languages';
import { iconAddress } from '#http/pages/app/icons.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('installedApp.manifest', {
  newPost: 'New post',
  messages: 'Messages',
});

/** The background of the light scheme, shown until the page with its own colours is loaded. */
const PAPER = '#fcfaf6';
/** The number of characters that fit below an icon. */
const SHORT_NAME_LENGTH = 12;

/** Returns as many whole words of a name as fit below an icon, or its first characters. */
export function shorten(name: string): string {
  if (name.length <= SHORT_NAME_LENGTH) return name;
  const words = name.slice(0, SHORT_NAME_LENGTH + 1).replace(/\s+\S*$/u, '');
  return words.length <= SHORT_NAME_LENGTH ? words : Array.from(name).slice(0, SHORT_NAME_LENGTH).join('');
}

/** What other apps may share with this one; handled by the service worker. */
const shareTarget = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    title: shareFields.title,
    text: shareFields.text,
    url: shareFields.url,
    files: [{ name: shareFields.pictures, accept: ['image/*'] }],
  },
};

type Sources = Pick<Services, 'community' | 'config'>;

function listIcons(services: Sources) {
  return [192, 512].flatMap((size) => {
    const shared = { sizes: `${size}x${size}`, type: 'image/png' };
    return [
      { src: iconAddress(services, `${size}`), ...shared, purpose: 'any' },
      { src: iconAddress(services, `maskable-${size}`), ...shared, purpose: 'maskable' },
    ];
  });
}

/** Returns the manifest for the community's current settings. */
export function makeManifest(services: Sources): string {
  const { community, config } = services;
  const { about, accent, language } = community.settings();
  const name = community.name();
  return JSON.stringify({
    id: '/',
    name,
    short_name: shorten(name),
    ...(about ? { description: about } : {}),
    lang: language,
    dir: directionOf(language),
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: accent ?? PAPER,
    icons: listIcons(services),
    shortcuts: [
      { name: english(texts.newPost), url: COMPOSE_PATH },
      { name: english(texts.messages), url: '/Messages' },
    ],
    ...(config.serviceWorker ? { share_target: shareTarget } : {}),
  });
}
