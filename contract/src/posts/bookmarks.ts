/** Bookmarks: posts saved for later, each at most once per member. */
import * as z from 'zod/mini';
import { id } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const bookmarkMessages = defineMessages('bookmarks', {
  created: 'Bookmark added.',
  deleted: 'Bookmark removed.',
  notFound: 'This bookmark no longer exists.',
});

const bookmark = z.object({ _id: id, post_id: id });

export const createBookmark = route({
  method: 'POST',
  path: '/bookmark/create',
  summary: 'Bookmark a post; a repeated call returns the existing bookmark',
  access: 'member',
  cost: 'write',
  body: z.object({ post_id: id }),
  response: bookmark,
});

export const deleteBookmark = route({
  method: 'DELETE',
  path: '/bookmark/delete/:bookmarkId',
  summary: 'Remove one of my bookmarks',
  access: 'member',
  cost: 'write',
  params: z.object({ bookmarkId: id }),
  response: bookmark,
});
