/**
 * Third and fourth steps of a list of posts: decide what the viewer gets of each post, and write its JSON. A post's own
 * JSON is built when the post is loaded; only the parts that depend on the viewer are added here. Posts and comments
 * hidden from the viewer were already left out by the SQL (`access/visibility.ts`).
 */
import { toPaymentStatus, type ViewerFields } from '../views.ts';
import { toWebinarView } from '../webinars/terms.ts';
import type { Hydrated } from './hydrate.ts';
import { createMutedTest } from './muted.ts';
import type { PostBase } from './post-base.ts';
import { noState, type PageViewer, toMyApplication } from './viewer-state.ts';

/** Removes posts that the viewer has muted from a feed; their own posts stay. */
function unmuted(posts: readonly PostBase[], viewer: PageViewer | null): readonly PostBase[] {
  if (!viewer?.muted) return posts;
  const isMuted = createMutedTest(viewer.muted);
  return posts.filter((post) => post.authorId === viewer.id || !isMuted(post));
}

/** The rules: what the viewer gets of each post, and what they may do with it. */
export const applyRules = ({ posts, viewer }: Hydrated, inFeed = false) =>
  unmuted(posts, inFeed ? viewer : null).map((post) => {
    const state = viewer.states.get(post.id) ?? noState;
    const mine = post.authorId === viewer.id;
    const hasPaid = state.payment !== null && toPaymentStatus(state.payment) === 'completed';
    // As specified, a webinar's link is for its author and for members who have paid. A member with a free seat gets it
    // from the join page once that is open. Other links are for everyone.
    const link = post.webinar === null || mine || hasPaid ? post.link : null;
    const heldRule = mine ? post.heldRule : null;
    const viewerCan = { edit: mine, delete: mine, report: viewer.id !== null };
    return { post, state, link, heldRule, viewerCan, likedComments: viewer.likedComments };
  });

/** Returns each post as JSON of the contract's `post`. */
export const present = (allowed: ReturnType<typeof applyRules>): string[] =>
  allowed.map(({ post, state, link, heldRule, viewerCan, likedComments }) => {
    const { payment, application } = state;
    const comments = post.comments.map(
      ({ id, jsonStart, liked }) => `${jsonStart},"commentLiked":${liked || likedComments.has(id)}}`,
    );
    const forViewer: ViewerFields = {
      link,
      job: post.job && { ...post.job, myApplication: application && toMyApplication(application) },
      isLiked: state.liked,
      bookmark: state.bookmarkId === null ? null : { _id: state.bookmarkId },
      ratingOfPost: state.rating,
      payment: payment && { _id: payment.id, status: toPaymentStatus(payment) },
      webinar: post.webinar && toWebinarView(post.webinar, state),
      applied: state.applied,
      viewerCan,
      ...(heldRule === null ? {} : { held: { rule: heldRule } }),
    };
    return `${post.jsonStart},"comments":[${comments.join(',')}],${JSON.stringify(forViewer).slice(1)}`;
  });
