/** Serializes a post for one viewer: its base, with the viewer's state inserted. */
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

/** Returns the end of a post's text for a viewer with this state; null for a guest. */
function endFor(
  shared: Pick<PostBase, 'authorId' | 'postType' | 'link'>,
  viewerId: string | null,
  state: ViewerState,
): string {
  const mine = viewerId === shared.authorId;
  const payment = state.payment && { _id: state.payment.id, status: toPaymentStatus(state.payment) };
  const open = shared.postType !== 'webinar' || mine || payment?.status === 'completed';
  const own = {
    link: open ? shared.link : null,
    isLiked: state.liked,
    bookmark: state.bookmarkId === null ? null : { _id: state.bookmarkId },
    ratingOfPost: state.rating ?? 0,
    payment,
    applied: state.applied,
    viewerCan: { edit: mine, delete: mine, report: viewerId !== null },
  };
  return `],${JSON.stringify(own).slice(1)}`;
}

/** Returns the text for a viewer (null for a guest) with this state who likes these comments. */
export function toText(
  shared: PostBase,
  viewerId: string | null,
  state: ViewerState,
  likedComments: ReadonlySet<string>,
): Buffer {
  const pieces = [shared.text, bytesOf.comments];
  for (const [place, { id, text }] of shared.comments.entries()) {
    if (place > 0) pieces.push(bytesOf.comma);
    pieces.push(text, likedComments.has(id) ? bytesOf.liked : bytesOf.notLiked);
  }
  pieces.push(Buffer.from(endFor(shared, viewerId, state)));
  return Buffer.concat(pieces);
}

/** The texts of a post base before they are encoded (see PostBase). */
export type PostTexts = Pick<PostBase, 'id' | 'authorId' | 'postType' | 'link'> & {
  text: string;
  comments: readonly { id: string; text: string }[];
};

/** The state of a viewer who has done nothing. */
const SOMEBODY = '';

/**
 * Encodes a post as nearly everyone sees it, in memory of its own: slices of shared chunks would keep those alive. Its
 * parts are slices of that memory.
 */
export function layOut({ text, comments, ...shared }: PostTexts): PostBase {
  const end = endFor(shared, SOMEBODY, noViewerState);
  const whole = `${text}${COMMENTS}${comments.map((one) => one.text + NOT_LIKED).join(',')}${end}`;
  const length = Buffer.byteLength(whole);
  const plain = Buffer.allocUnsafeSlow(length);
  plain.write(whole);
  // For ASCII text, which most is, the length in bytes is that of the string.
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
