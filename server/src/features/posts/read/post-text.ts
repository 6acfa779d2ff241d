/** A post as JSON text for one reader: what is the same for everybody, as it lies ready, with the reader's own put in. */
import { toPaymentStatus } from '../views.ts';
import type { PostBase } from './post-base.ts';
import { noViewerState, type ViewerState } from './viewer-state.ts';

const LIKED = ',"commentLiked":true}';
const NOT_LIKED = ',"commentLiked":false}';
const COMMENTS = ',"comments":[';

const bytesOf = {
  liked: Buffer.from(LIKED),
  notLiked: Buffer.from(NOT_LIKED),
  comments: Buffer.from(COMMENTS),
  comma: Buffer.from(','),
};

/** The end of a post's text for a reader, null for a guest, who has done this with it. */
function endFor(
  shared: Pick<PostBase, 'authorId' | 'postType' | 'link'>,
  viewerId: string | null,
  marks: ViewerState,
): string {
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
    viewerCan: { edit: mine, delete: mine, report: viewerId !== null },
  };
  return `],${JSON.stringify(own).slice(1)}`;
}

/** The text for a reader, null for a guest, who has done this with it and likes these comments. */
export function toText(
  shared: PostBase,
  viewerId: string | null,
  marks: ViewerState,
  likedComments: ReadonlySet<string>,
): Buffer {
  const pieces = [shared.text, bytesOf.comments];
  for (const [place, { id, text }] of shared.comments.entries()) {
    if (place > 0) pieces.push(bytesOf.comma);
    pieces.push(text, likedComments.has(id) ? bytesOf.liked : bytesOf.notLiked);
  }
  pieces.push(Buffer.from(endFor(shared, viewerId, marks)));
  return Buffer.concat(pieces);
}

/** What a post is to everybody, in texts that are not bytes yet (see PostBase). */
export type PostTexts = Pick<PostBase, 'id' | 'authorId' | 'postType' | 'link'> & {
  text: string;
  comments: readonly { id: string; text: string }[];
};

/** A reader who is nobody in particular, and has done nothing. */
const SOMEBODY = '';

/**
 * Writes a post down as nearly everybody sees it, in memory of its own: stretches of the pieces that others share would
 * hold on to all of these. Its parts are stretches of that.
 */
export function layOut({ text, comments, ...shared }: PostTexts): PostBase {
  const end = endFor(shared, SOMEBODY, noViewerState);
  const whole = `${text}${COMMENTS}${comments.map((one) => one.text + NOT_LIKED).join(',')}${end}`;
  const length = Buffer.byteLength(whole);
  const plain = Buffer.allocUnsafeSlow(length);
  plain.write(whole);
  // Where text is ASCII, which most is, its length in bytes is that of the string.
  const lengthOf = (part: string): number => (length === whole.length ? part.length : Buffer.byteLength(part));
  const head = lengthOf(text);
  let at = head + COMMENTS.length;
  const laid = comments.map((one) => {
    const from = at;
    const to = from + lengthOf(one.text);
    at = to + NOT_LIKED.length + 1;
    return { id: one.id, text: plain.subarray(from, to) };
  });
  return { ...shared, text: plain.subarray(0, head), comments: laid, plain };
}
