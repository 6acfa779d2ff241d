/** Calls for scheduled posts. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type {
  deleteScheduledPost,
  listScheduledPosts,
  publishScheduledPost,
  updateScheduledPost,
} from '@afterhours/contract/posts/scheduled-posts';
import { call } from '#lib/api/client.ts';

/** Loads all of them: a member has fewer than one page holds. */
export const loadScheduled = () =>
  call<typeof listScheduledPosts>('GET', '/posts/scheduled', { query: { limit: '100' } });

export const updateScheduled = (id: string, body: RouteInput<typeof updateScheduledPost>['body']) =>
  call<typeof updateScheduledPost>('PUT', '/posts/scheduled/:id', { params: { id }, body });

export const deleteScheduled = (id: string) =>
  call<typeof deleteScheduledPost>('DELETE', '/posts/scheduled/:id', { params: { id } });

export const publishScheduled = (id: string, idempotencyKey: string) =>
  call<typeof publishScheduledPost>('POST', '/posts/scheduled/:id/publish', { params: { id }, idempotencyKey });
