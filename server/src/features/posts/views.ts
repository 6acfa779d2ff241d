import type { Label } from '@afterhours/contract/constants/labels';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import type { PaymentStatus } from '@afterhours/contract/payments/payments';
import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import type { Mention } from '@afterhours/contract/posts/mentions';
import type { Post, PostType } from '@afterhours/contract/posts/posts';
import type { Attachment } from '@afterhours/contract/uploads';
import type { JobRow } from '#features/hiring/loaders.ts';
import { type PersonRow, toOnOff, toPersonView } from '#features/people/views.ts';
import type { WebinarJson } from './webinars/terms.ts';

export { countSeatsLeft } from './webinars/terms.ts';

export type PostRow = Omit<PersonRow, 'id'> & {
  id: string;
  user_id: string;
  notify_message: boolean;
  notify_like: boolean;
  notify_comment: boolean;
  post_type: PostType;
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  link: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  hashtags: string[];
  label: Label | null;
  likes_count: number;
  comments_count: number;
  ratings_count: number;
  ratings_sum: number;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
  visibility: PostVisibility;
  card: LinkCard | null;
  job: JobRow | null;
  /** The rule by which the post is held. */
  held_rule: string | null;
  /** Null for other posts, and for a webinar with the defaults. */
  webinar: WebinarJson | null;
  /** Null for other posts. */
  seller_has_tax: boolean | null;
};

export type AttachmentRow = {
  id: string;
  folder: string;
  filename: string;
  width: number;
  height: number;
  placeholder: string;
  alt: string;
};

export const toAttachmentView = (row: AttachmentRow): Attachment => ({
  _id: row.id,
  filename: row.filename,
  filetype: 'image',
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  alt: row.alt,
  url: `/api/uploads/${row.folder}/${row.filename}`,
});

/** The average rating in API responses: one decimal, 0 if there is none. */
export const averageRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 10) / 10;

/** The part of a post that is the same for all viewers without blocks or reports. */
export const toPostBaseFields = (
  row: PostRow,
  attachments: readonly AttachmentRow[],
  mentions: readonly Mention[],
) => ({
  _id: row.id,
  url: `/p/${row.id}`,
  user_id: row.user_id,
  user: {
    ...toPersonView({ ...row, id: row.user_id }),
    message_notification: toOnOff(row.notify_message),
    like_notification: toOnOff(row.notify_like),
    comment_notification: toOnOff(row.notify_comment),
  },
  postType: row.post_type,
  visibility: row.visibility,
  title: row.title,
  description: row.description,
  mentions,
  opening: row.opening,
  salary: row.salary,
  startsAt: row.starts_at?.toISOString() ?? null,
  timeZone: row.time_zone,
  attachments: attachments.map(toAttachmentView),
  card: row.card,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  hashtags: row.hashtags,
  label: row.label,
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  averageRating: averageRating(row.ratings_sum, row.ratings_count),
  ratingsCount: row.ratings_count,
});

/** The fields of a post that depend on who views it. */
export type ViewerFields = Omit<Post, keyof ReturnType<typeof toPostBaseFields> | 'likes' | 'comments'>;

export type PaidRow = { status: Exclude<PaymentStatus, 'refunding'>; refund_requested_at: Date | string | null };

/** The status of a payment as members see it: a completed payment that is being refunded is `refunding`. */
export const toPaymentStatus = (row: PaidRow): PaymentStatus =>
  row.status === 'completed' && row.refund_requested_at !== null ? 'refunding' : row.status;
