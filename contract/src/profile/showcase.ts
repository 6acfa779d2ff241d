/** "Things I make": the links on a profile, and the pictures from the member's own posts. */
import * as z from 'zod/mini';
import { bounded, list } from '../base/bounded.ts';
import { id, idParams, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { parseUrl } from '../base/parse-url.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { attachment } from '../uploads.ts';

export const MAX_LINKS = 8;
export const MAX_LINK_LABEL = 60;
export const MAX_LINK_URL = 200;
/** The number of pictures in the gallery. */
export const GALLERY_PICTURES = 9;

export const showcaseMessages = defineMessages('profile.showcaseRules', {
  saved: 'Links saved.',
  tooMany: 'A profile can have at most {max, number} links.',
  label: 'Please name the link.',
  url: 'Please enter a web address, such as https://example.com.',
});

const wrongUrl = issueText(showcaseMessages.url);
const longUrl = issueText(fieldTexts.tooLong, { max: MAX_LINK_URL });

/** Adds the scheme that people leave out; text with a scheme of its own stays as it is. */
const withScheme = (typed: string): string => (/^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`);

/** Whether this is an http(s) URL with a domain name, without user name and password. */
function isPublicAddress(value: string): boolean {
  const url = parseUrl(value);
  if (url === null || !/^https?:\/\/[^\s\\]*$/i.test(value)) return false;
  return url.username === '' && url.password === '' && /[^.]\.[^.]/.test(url.hostname);
}

const webAddress = z
  .string(wrongUrl)
  .check(
    bounded(MAX_LINK_URL, longUrl),
    z.trim(),
    z.minLength(1, { error: wrongUrl, abort: true }),
    z.overwrite(withScheme),
    z.maxLength(MAX_LINK_URL, longUrl),
    z.refine(isPublicAddress, wrongUrl),
  );

export const link = z.object({
  label: line({ required: issueText(showcaseMessages.label), max: MAX_LINK_LABEL }),
  url: webAddress,
});

/** Removes repeated links, that is, those with the same label and URL. */
const withoutRepeats = (links: z.output<typeof link>[]) =>
  links.filter((one, place) => links.findIndex(({ label, url }) => label === one.label && url === one.url) === place);

export const profileLink = z.object({ label: z.string(), url: z.string() });
export type ProfileLink = z.infer<typeof profileLink>;
z.globalRegistry.add(profileLink, { id: 'ProfileLink' });

/** A picture from a post, with the id of the post. */
export const galleryPicture = z.extend(attachment, { post_id: id });
export type GalleryPicture = z.infer<typeof galleryPicture>;
z.globalRegistry.add(galleryPicture, { id: 'GalleryPicture' });

export const showcase = z.object({ links: z.array(profileLink), pictures: z.array(galleryPicture) });
export type Showcase = z.infer<typeof showcase>;

export const getShowcase = route({
  method: 'GET',
  path: '/users/:id/showcase',
  summary: "A member's links in their order, and the newest pictures of their posts",
  access: 'optional',
  cost: 'read',
  params: idParams,
  response: showcase,
});

export const setLinks = route({
  method: 'PUT',
  path: '/profile/links',
  summary: 'Replace the links of my profile, in this order',
  access: 'member',
  cost: 'write',
  body: z.object({
    links: list(link, { max: MAX_LINKS, message: issueText(showcaseMessages.tooMany, { max: MAX_LINKS }) }).check(
      z.overwrite(withoutRepeats),
    ),
  }),
  response: z.object({ links: z.array(profileLink) }),
});
