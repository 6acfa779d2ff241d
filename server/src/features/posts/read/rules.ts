/**
 * Third step of a list of posts: what a viewer gets of each post, and what they may do with it. Posts and comments that
 * are hidden from them are left out by the statements before (`access/visibility.ts`).
 */
import type { Post } from '@afterhours/contract/posts';
import type { Hydrated } from './hydrate.ts';
import type { PostBase } from './post-base.ts';
import { untouched, type Viewer, type ViewerState } from './viewer-state.ts';

export type AllowedPost = Pick<Post, 'link' | 'viewerCan'> & {
  post: PostBase;
  state: ViewerState;
  likedComments: Viewer['likedComments'];
};

export const applyRules = ({ posts, viewer }: Hydrated): AllowedPost[] =>
  posts.map((post) => {
    const state = viewer.states.get(post.id) ?? untouched;
    const mine = post.authorId === viewer.id;
    // A webinar's link is for its author and for those who have paid; other links are for all.
    const isOpen = post.postType !== 'webinar' || mine || state.payment?.status === 'completed';
    return {
      post,
      state,
      likedComments: viewer.likedComments,
      link: isOpen ? post.link : null,
      viewerCan: { edit: mine, delete: mine, report: viewer.id !== null },
    };
  });
