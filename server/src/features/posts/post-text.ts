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

/**
 * The post with its plain text in memory of its own, and its parts as stretches of that: small buffers would hold on to
 * the large pieces of memory that they are cut from.
 */
export function layOut(parts: Parts, text: Buffer): SharedPost {
  const plain = Buffer.allocUnsafeSlow(text.length);
  text.copy(plain);
  let at = parts.text.length + COMMENTS.length;
  const comments = parts.comments.map((comment) => {
    const from = at;
    at = from + comment.text.length + NOT_LIKED.length + COMMA.length;
    return { id: comment.id, text: plain.subarray(from, from + comment.text.length) };
  });
  return { ...parts, text: plain.subarray(0, parts.text.length), comments, plain };
}
