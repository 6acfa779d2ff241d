/** A post as JSON text for one reader: what is the same for everybody, as it lies ready, with the reader's own put in. */
import { toPaymentStatus } from '#features/payments/views.ts';
import type { Marks } from './marks.ts';
import type { SharedPost } from './shared-post.ts';

type Parts = Omit<SharedPost, 'plain'>;

const COMMENTS = Buffer.from(',"comments":[');
const LIKED = Buffer.from(',"commentLiked":true}');
const NOT_LIKED = Buffer.from(',"commentLiked":false}');
const COMMA = Buffer.from(',');

/** The text for a reader, null for a guest, who has done this with it and likes these comments. */
export function toText(
  shared: Parts,
  viewerId: string | null,
  marks: Marks,
  likedComments: ReadonlySet<string>,
): Buffer {
  const mine = viewerId === shared.authorId;
  const payment = marks.payment && { _id: marks.payment.id, status: toPaymentStatus(marks.payment) };
  const open = shared.postType !== 'webinar' || mine || payment?.status === 'completed';
  const own = {
    link: open ? shared.link : null,
    isLiked: marks.liked,
    bookmark: marks.bookmarkId === null ? null : { _id: marks.bookmarkId },
    ratingOfPost: marks.rating ?? 0,
    payment,
    applied: marks.applied,
    viewerCan: { edit: mine, delete: mine, report: viewerId !== null && !mine },
  };
  const parts = [shared.text, COMMENTS];
  for (const [place, { id, text }] of shared.comments.entries()) {
    if (place > 0) parts.push(COMMA);
    parts.push(text, likedComments.has(id) ? LIKED : NOT_LIKED);
  }
  parts.push(Buffer.from(`],${JSON.stringify(own).slice(1)}`));
  return Buffer.concat(parts);
}
