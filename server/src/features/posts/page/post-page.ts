import { defineMessages } from '@afterhours/contract/base/message';
import { isId } from '@afterhours/contract/constants/fields';
import { isCovered } from '@afterhours/contract/constants/labels';
import type { Post } from '@afterhours/contract/posts/posts';
import { describeMissing } from '#access/gone-pages.ts';
import { isPostIndexable } from '#access/indexable.ts';
import { fullName } from '#features/people/views.ts';
import { toResponse } from '#http/body/envelope.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Description } from '#http/pages/described-pages.ts';
import type { HeadImage, PageHead } from '#http/pages/page-head.ts';
import { type PreviewTexts, previewImage } from '#http/pages/preview-image.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { excerpt } from '#texts/excerpt.ts';
import { postJson } from '../read/list-posts.ts';
import { breadcrumbs, postData } from './linked-data.ts';
import { postOnPage, titleOf } from './post-markup.ts';
import { parseUncovered } from './uncovered.ts';

/** The number of characters of a text that fit into a drawn preview image. */
const MAX_DRAWN = 160;

const texts = defineMessages('posts.head', {
  titled: '{title} · {name}',
});

/** The texts in the drawn preview image of a post without a photo; empty if a label covers the post. */
export const previewOfPost = (post: Post): PreviewTexts =>
  isCovered(post.label)
    ? { title: '', by: '' }
    : { title: excerpt(post.title || post.description, MAX_DRAWN), by: fullName(post.user) };

/** The first picture of a post, or a drawn preview image. */
function imageOf(services: Services, post: Post): HeadImage {
  const [picture] = post.attachments;
  if (!picture) return previewImage(services, `posts/${post._id}`, previewOfPost(post));
  const { url, width, height, alt } = picture;
  return { url: new URL(url, services.config.publicUrl).href, width, height, alt };
}

function toHead(services: Services, post: Post, unlisted: boolean): PageHead {
  const { publicUrl } = services.config;
  const name = fullName(post.user);
  const title = titleOf(post);
  const path = post.url;
  return {
    type: 'article',
    title: post.title ? english(texts.titled, { title, name }) : title,
    description: post.description || undefined,
    image: imageOf(services, post),
    unlisted,
    path,
    alternates: [
      {
        type: 'application/json+oembed',
        title,
        path: `/api/oembed?url=${encodeURIComponent(publicUrl + path)}`,
      },
    ],
    linkedData: [
      postData(post, publicUrl),
      breadcrumbs(publicUrl, [
        { name, path: `/@${post.user.username}` },
        { name: title, path },
      ]),
    ],
  };
}

/** The ids of everything that the page shows: when one of them changes, so does the page. */
const shownOn = (post: Post): string[] => [
  post._id,
  post.user_id,
  ...post.comments.map((comment) => comment.user_id),
  ...post.mentions.map((mention) => mention.user._id),
];

/** Returns the JSON of a post as guests get it, or null if it is not visible to them. */
export async function readAsGuest(services: Services, id: string): Promise<string | null> {
  try {
    return await postJson(services, null, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

/** Describes the page of a post as a guest sees it. Returns null if there is no such post or guests do not see it. */
export async function describePost(services: Services, address: string): Promise<Description> {
  const id = address.toLowerCase();
  if (!isId(id)) return null;
  const json = await readAsGuest(services, id);
  if (json === null) return describeMissing(services.readsNow, `/p/${id}`);
  const post = parseUncovered(json);
  return {
    head: toHead(services, post, !(await isPostIndexable(services.reads, id))),
    main: postOnPage(post),
    responses: { [`/api/post/${id}`]: toResponse({ json }) },
    shows: shownOn(post),
  };
}
