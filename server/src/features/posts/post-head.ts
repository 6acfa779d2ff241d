import { isId } from '@afterhours/contract/base/fields';
import { defineMessages } from '@afterhours/contract/base/message';
import { isCovered, labelNotes } from '@afterhours/contract/constants/labels';
import type { Post } from '@afterhours/contract/posts';
import { AppError } from '#http/errors/errors.ts';
import type { PageHead } from '#http/pages/page-heads.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { postJson } from './read/list-posts.ts';

const texts = defineMessages('posts.head', {
  by: 'Post by {name}',
  titled: '{title} · {name}',
});

function toPostHead(post: Post, publicUrl: string): PageHead {
  const name = `${post.user.firstName} ${post.user.lastName}`;
  const covered = isCovered(post.label);
  const [picture] = covered ? [] : post.attachments;
  return {
    type: 'article',
    title: post.title && !covered ? english(texts.titled, { title: post.title, name }) : english(texts.by, { name }),
    description: covered ? english(labelNotes.sensitive) : post.description || undefined,
    image: picture && new URL(picture.url, publicUrl).href,
    // Whoever writes here has not been asked whether search engines may list it.
    unlisted: true,
    path: `/p/${post._id}`,
  };
}

/**
 * Returns what previews of links to a post show: what guests see of it. Null when guests do not see it, or there is no
 * such post.
 */
export async function getPostHead(services: Services, address: string): Promise<PageHead | null> {
  const id = address.toLowerCase();
  if (!isId(id)) return null;
  try {
    return toPostHead(JSON.parse(await postJson(services, null, id)) as Post, services.config.publicUrl);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}
