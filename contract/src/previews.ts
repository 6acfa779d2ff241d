/** Preview images for links to this community: drawn from what guests see, if there is no photo. */
import { rawRoute } from './base/route.ts';

const preview = { method: 'GET', access: 'public', cost: 'write', produces: 'image/png' } as const;

export const previewPost = rawRoute({
  ...preview,
  path: '/previews/posts/:id',
  summary: 'The preview image for links to a public post',
});

export const previewMember = rawRoute({
  ...preview,
  path: '/previews/members/:username',
  summary: 'The preview image for links to a profile that guests can see',
});

export const previewTag = rawRoute({
  ...preview,
  path: '/previews/tags/:tag',
  summary: 'The preview image for links to a hashtag',
});

export const previewCommunity = rawRoute({
  ...preview,
  path: '/previews/community',
  summary: 'The preview image for links to the community',
});
