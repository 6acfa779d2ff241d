/** The pictures beside links to this community: drawn from what guests see, where there is no photo. */
import { rawRoute } from './base/route.ts';

const preview = { method: 'GET', access: 'public', cost: 'write', produces: 'image/png' } as const;

export const previewPost = rawRoute({
  ...preview,
  path: '/previews/posts/:id',
  summary: 'The picture beside links to a public post',
});

export const previewMember = rawRoute({
  ...preview,
  path: '/previews/members/:username',
  summary: 'The picture beside links to a profile that guests see',
});

export const previewTag = rawRoute({
  ...preview,
  path: '/previews/tags/:tag',
  summary: 'The picture beside links to a hashtag',
});

export const previewCommunity = rawRoute({
  ...preview,
  path: '/previews/community',
  summary: 'The picture beside links to the community',
});
