/**
 * Third and fourth steps of a list of posts: decide what the viewer gets of each post, and write its JSON. A post's own
 * JSON is built when the post is loaded; only the parts that depend on the viewer are added here. Posts and comments
 * hidden from the viewer were already left out by the SQL (`access/visibility.ts`).
 */
import { toTime } from '#db/statements/json-rows.ts';
import { toPaymentStatus, type ViewerFields } from '../views.ts';
import { toWebinarView } from '../webinars/terms.ts';
import type { Hydrated } from './hydrate.ts';
import { createMutedTest } from './muted.ts';

/**
 * The rules: what the viewer gets of each post, and what they may do with it. A feed leaves out what the viewer has
 * muted, except their own posts.
 */
export function applyRules({ posts, viewer }: Hydrated, inFeed: boolean) {
  const isMuted = createMutedTest(inFeed ? (viewer.muted ?? []) : []);
  const shown = posts.filter((post) => post.authorId === viewer.id || !isMuted(post));
  return shown.map((post) => {
    const state = viewer.states.get(post.id) ?? {};
    const mine = post.authorId === viewer.id;
    const hasPaid = state.payment !== undefined && toPaymentStatus(state.payment) === 'completed';
    // As specified, a webinar's link is for its author and for members who have paid. A member with a free seat gets it
    // from the join page once that is open. Other links are for everyone.
    const link = post.webinar === null || mine || hasPaid ? post.link : null;
    const heldRule = mine ? post.heldRule : null;
    const viewerCan = { edit: mine, delete: mine, report: viewer.id !== null };
    return { post, state, link, heldRule, viewerCan };
  });
}

/** Returns each post that the rules leave as JSON of the contract's `post`. */
export const present = (hydrated: Hydrated, inFeed = false): string[] =>
  applyRules(hydrated, inFeed).map(({ post, state, link, heldRule, viewerCan }) => {
    const { application, payment, seat = null, place = null } = state;
    const comments = post.comments.map((comment) => {
      const commentLiked = comment.liked || hydrated.viewer.states.has(comment.id);
      return `${comment.jsonStart},"commentLiked":${commentLiked}}`;
    });
    const myApplication = application ? { ...application, statusAt: toTime(application.statusAt) } : null;
    const forViewer: ViewerFields = {
      link,
      job: post.job && { ...post.job, myApplication },
      isLiked: state.liked ?? false,
      bookmark: state.bookmark ?? null,
      ratingOfPost: state.rating ?? 0,
      payment: payment ? { _id: payment.id, status: toPaymentStatus(payment) } : null,
      webinar: post.webinar && toWebinarView(post.webinar, { seat, place }),
      applied: application !== undefined,
      viewerCan,
      ...(heldRule === null ? {} : { held: { rule: heldRule } }),
    };
    const lists = `"likes":${hydrated.likes?.get(post.id) ?? '[]'},"comments":[${comments.join(',')}]`;
    return `${post.jsonStart},${lists},${JSON.stringify(forViewer).slice(1)}`;
  });
