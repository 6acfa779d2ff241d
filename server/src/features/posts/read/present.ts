/**
 * Third and fourth step of a list of posts: what the viewer gets of each post, and its JSON. A post's own JSON was made
 * when the post was loaded; only what depends on the viewer is added here. Posts and comments that are hidden from the
 * viewer are left out by the statements before (`access/visibility.ts`).
 */
import { toPaymentStatus } from '../views.ts';
import { toWebinarView } from '../webinars/terms.ts';
import type { Hydrated } from './hydrate.ts';
import { createMutedTest } from './muted.ts';
import type { PostBase } from './post-base.ts';
import { noState, type PageViewer, toMyApplication } from './viewer-state.ts';

/** Leaves out of a feed what the viewer has muted; their own posts stay. */
function unmuted(posts: readonly PostBase[], viewer: PageViewer | null): readonly PostBase[] {
  if (!viewer?.muted) return posts;
  const isMuted = createMutedTest(viewer.muted);
  return posts.filter((post) => post.authorId === viewer.id || !isMuted(post));
}

/** The rules: what the viewer gets of each post, and what they may do with it. */
export const applyRules = ({ posts, viewer }: Hydrated, inFeed = false) =>
  unmuted(posts, inFeed ? viewer : null).map((post) => {
    const state = viewer.states.get(post.id) ?? noState;
    const payment = state.payment && { _id: state.payment.id, status: toPaymentStatus(state.payment) };
    const mine = post.authorId === viewer.id;
    const webinar = post.webinar && toWebinarView(post.webinar, state);
    // As specified, a webinar's link is for its author and for those who have paid. Who has a free seat gets it from
    // the join page, once that is open. Other links are for all.
    const isOpen = webinar === null || mine || payment?.status === 'completed';
    const viewerCan = { edit: mine, delete: mine, report: viewer.id !== null };
    const { likedComments } = viewer;
    const held = mine && post.heldRule !== null ? { held: { rule: post.heldRule } } : {};
    return { post, held, likedComments, state, payment, webinar, link: isOpen ? post.link : null, viewerCan };
  });

/** Returns each post as JSON of the contract's `post`. */
export const present = (allowed: ReturnType<typeof applyRules>): string[] =>
  allowed.map(({ post, held, likedComments, state, payment, webinar, link, viewerCan }) => {
    const comments = post.comments.map(
      ({ id, jsonStart, liked }) => `${jsonStart},"commentLiked":${liked || likedComments.has(id)}}`,
    );
    const forViewer = {
      link,
      job: post.job && { ...post.job, myApplication: state.application && toMyApplication(state.application) },
      isLiked: state.liked,
      bookmark: state.bookmarkId === null ? null : { _id: state.bookmarkId },
      ratingOfPost: state.rating,
      payment,
      webinar,
      applied: state.applied,
      viewerCan,
      ...held,
    };
    return `${post.jsonStart},"comments":[${comments.join(',')}],${JSON.stringify(forViewer).slice(1)}`;
  });
