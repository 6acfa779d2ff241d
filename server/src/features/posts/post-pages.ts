/**
 * A page of posts as JSON text: what is the same for everybody as it lies ready, with each reader's own put in. One
 * statement a reader and page. Who sees less than everybody is served by the exact loader instead.
 */
import { post } from '@afterhours/contract/posts';
import { toPaymentStatus } from '#features/payments/views.ts';
import type { Services } from '#services.ts';
import { type MarksRow, selectMarks } from './marks-query.ts';
import { type SharedPost, sharedPosts } from './shared-posts.ts';
import { loadPostsByIds } from './whole-posts.ts';

type Marks = Omit<MarksRow, 'id' | 'liked_comments' | 'restricted'>;

const none: Marks = {
  liked: false,
  bookmark_id: null,
  rating: null,
  applied: false,
  payment_id: null,
  payment_status: null,
  refund_requested_at: null,
};

function toText(shared: SharedPost, viewerId: string | null, marks: Marks, liked: ReadonlySet<string>): string {
  const mine = viewerId === shared.authorId;
  const { payment_id: _id, payment_status: status, refund_requested_at } = marks;
  const payment = _id && status ? { _id, status: toPaymentStatus({ status, refund_requested_at }) } : null;
  const open = shared.postType !== 'webinar' || mine || payment?.status === 'completed';
  const own = {
    link: open ? shared.link : null,
    isLiked: marks.liked,
    bookmark: marks.bookmark_id === null ? null : { _id: marks.bookmark_id },
    ratingOfPost: marks.rating ?? 0,
    payment,
    applied: marks.applied,
    viewerCan: { edit: mine, delete: mine, report: viewerId !== null && !mine },
  };
  const comments = shared.comments.map(({ id, text }) => `${text},"commentLiked":${liked.has(id)}}`);
  return `${shared.text},"comments":[${comments.join()}],${JSON.stringify(own).slice(1)}`;
}

const exact = async ({ reads }: Services, ids: readonly string[], viewerId: string): Promise<string> =>
  JSON.stringify((await loadPostsByIds(reads, ids, viewerId)).map((view) => post.parse(view)));

/** Posts in the order of `ids`, which the viewer may all see, as the JSON text of a list; what is gone is left out. */
export async function readPostPage(
  services: Services,
  ids: readonly string[],
  viewerId: string | null,
): Promise<string> {
  if (ids.length === 0) return '[]';
  const shared = await sharedPosts(services).load(ids);
  const marks = new Map<string, MarksRow>();
  let liked: ReadonlySet<string> = new Set();
  if (viewerId !== null) {
    const commentIds = [...shared.values()].flatMap((one) => one.comments.map((comment) => comment.id));
    for (const row of await selectMarks(services.reads, { viewerId, ids, commentIds })) marks.set(row.id, row);
    const [first] = marks.values();
    if (first?.restricted) return exact(services, ids, viewerId);
    liked = new Set(first?.liked_comments);
  }
  const texts = ids.flatMap((id) => {
    const one = shared.get(id);
    return one ? [toText(one, viewerId, marks.get(id) ?? none, liked)] : [];
  });
  return `[${texts.join()}]`;
}
