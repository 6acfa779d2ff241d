import type {
  CloseReason,
  Employment,
  PayPeriod,
  Remote,
  SearchCadence,
  UnpaidKind,
} from '@afterhours/contract/constants/jobs';
import type { Label } from '@afterhours/contract/constants/labels';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import type { JobQuestion } from '@afterhours/contract/jobs/job-questions';
import type { DraftBody } from '@afterhours/contract/posts/drafts';
import type { CreatePostBody, PostType } from '@afterhours/contract/posts/posts';
import type { StoredImage } from '@afterhours/contract/uploads';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type UploadsTable = {
  id: string;
  /** Null for the community's logo, which stays when its uploader's account is deleted. */
  owner_id: string | null;
  folder: 'users' | 'post' | 'demo' | 'message';
  filename: string;
  kind: 'image' | 'document';
  content_type: string;
  original_name: string;
  bytes: number;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  created_at: Defaulted<Date>;
  /** When the file was first used; unused files are deleted after a day. */
  used_at: Date | null;
};

/** Bytes of a member's uploads: all those stored, and those uploaded on the last day (UTC) with any. */
export type MemberStorageTable = { user_id: string; bytes: number; day: Date; day_bytes: number };

export type PostsTable = {
  id: string;
  /** The decision that hides it. */
  hidden_by: Defaulted<string | null>;
  /** Hidden from everyone except its author until somebody decides. */
  held: Defaulted<boolean>;
  /** The staff's label for it, derived from the decisions. */
  label: Defaulted<Label | null>;
  user_id: string;
  /** Who may see it, within the limits of the author's profile. */
  visibility: Defaulted<PostVisibility>;
  post_type: PostType;
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  link: string | null;
  starts_at: Date | null;
  /** IANA name of the host's time zone. */
  time_zone: string | null;
  /** As written, in order of appearance. */
  hashtags: Defaulted<string[]>;
  /** The card of the first link in its text, unless the author has removed the card. */
  card_id: Defaulted<string | null>;
  likes_count: Generated<number>;
  /** Comments and replies together; `threads_count` counts top-level comments only. */
  comments_count: Generated<number>;
  threads_count: Generated<number>;
  ratings_count: Generated<number>;
  ratings_sum: Generated<number>;
  /** Sort keys of Popular and Top Rated: functions of the columns above and below, maintained by the database. */
  popularity: GeneratedAlways<number>;
  rating_score: GeneratedAlways<number>;
  /** Sort keys of Popular Posts: engagement in quarter doublings, and the hour of creation since 1970. */
  heat: GeneratedAlways<number>;
  created_hour: GeneratedAlways<number>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
  /** When its words, details or pictures were last changed; null if never. */
  edited_at: Defaulted<Date | null>;
  /** When a job was closed, and why. */
  closed_at: Defaulted<Date | null>;
  close_reason: Defaulted<CloseReason | null>;
};

/** The terms of a job; a job post without a row has only its texts. */
export type JobsTable = {
  post_id: string;
  employment: Employment;
  place: string | null;
  remote: Remote | null;
  countries: Defaulted<string[]>;
  pay_min: string | null;
  pay_max: string | null;
  pay_currency: string | null;
  pay_period: PayPeriod | null;
  unpaid: UnpaidKind | null;
  vacancy: boolean | null;
  ai_screening: boolean | null;
  /** The last day for applications. */
  apply_until: Date | null;
  questions: JSONColumnType<JobQuestion[], string | undefined>;
  /** Whether its post is closed; maintained by a trigger. */
  closed: Generated<boolean>;
  /** The countries from which one can work; `*` for any. */
  reach: GeneratedAlways<string[]>;
};

/** Job searches whose new results members are notified of. */
export type SavedSearchesTable = {
  id: string;
  user_id: string;
  query: JSONColumnType<JobSearch>;
  cadence: SearchCadence;
  /** The key by which new jobs find the search. */
  key: string;
  /** Its search words as a query for the database. */
  terms: string | null;
  /** When the next alert about new results is due. */
  notify_at: Date | null;
  notified_at: Date | null;
  newest_post_id: string | null;
  created_at: Defaulted<Date>;
};

/** Jobs that a saved search has found and its member has not been notified of yet. */
export type SavedSearchJobsTable = { search_id: string; post_id: string };

/** Until when a job is open; closed jobs, and jobs from before this table, have no row. */
export type OpenJobsTable = {
  post_id: string;
  /** Thirty days after it was published or renewed. */
  open_until: Date;
  /** The earlier of `open_until` and the last day for applications. */
  expires_at: Date;
  renewals: Defaulted<number>;
  /** Whether its author has been notified that it closes soon. */
  reminded: Defaulted<boolean>;
  /** Whether it has been compared with the saved searches. */
  matched: Defaulted<boolean>;
};

/** The title, description and picture that a linked page declares, shared by all posts that link to it. */
export type LinkCardsTable = {
  id: string;
  /** SHA-256 of `url`. */
  url_hash: Buffer;
  url: string;
  state: Defaulted<'pending' | 'ready' | 'none'>;
  title: Defaulted<string>;
  description: Defaulted<string>;
  /** The page's host, after redirects. */
  site: Defaulted<string>;
  /** The addresses that redirects led to. */
  hops: Defaulted<string[]>;
  /** The page's picture, stored by this installation, in the form that responses contain. */
  image: JSONColumnType<StoredImage> | null;
  fetched_at: Defaulted<Date | null>;
  /** The earliest time at which the page may be fetched again. */
  fetch_from: Defaulted<Date>;
  /** When it is deleted unless a post uses it by then. */
  keep_until: Defaulted<Date>;
};

/** A member's unpublished text, under an id that the client chooses. */
export type DraftsTable = {
  user_id: string;
  client_id: string;
  body: JSONColumnType<DraftBody>;
  version: number;
  updated_at: Defaulted<Date>;
};

/** The content to publish; the post's files are those that it names. */
export type ScheduledBody = Omit<CreatePostBody, 'publishAt'>;

/** A post that is to be published at a given time. */
export type ScheduledPostsTable = {
  id: string;
  user_id: string;
  publish_at: Date;
  body: JSONColumnType<ScheduledBody>;
  /** Why it could not be published at its time; null otherwise. */
  problem: string | null;
  /** Until then, only one server tries to publish it. */
  claimed_until: Date | null;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
};

/** A former version of a post, written at `at`; `pictures` are the pictures' descriptions. */
export type PostRevisionsTable = {
  post_id: string;
  seq: number;
  at: Date;
  /** The post's audience when this version was replaced. */
  visibility: Defaulted<PostVisibility>;
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  pictures: Defaulted<string[]>;
};

export type PostAttachmentsTable = {
  id: string;
  post_id: string;
  upload_id: string;
  position: number;
  folder: string;
  filename: string;
  width: number;
  height: number;
  placeholder: string;
  alt: string;
};

export type HashtagsTable = {
  id: string;
  title: string;
  slug: string;
  posts_count: Generated<number>;
  created_at: Defaulted<Date>;
};
export type PostHashtagsTable = { hashtag_id: string; post_id: string };
export type PostLikesTable = { post_id: string; user_id: string; created_at: Defaulted<Date> };

export type CommentsTable = {
  id: string;
  /** The decision that hides it or the comment above it. */
  hidden_by: Defaulted<string | null>;
  /** Hidden from everyone except its author until somebody decides. */
  held: Defaulted<boolean>;
  /** The staff's label for it, derived from the decisions. */
  label: Defaulted<Label | null>;
  post_id: string;
  user_id: string;
  parent_id: string | null;
  comment: string;
  likes_count: Generated<number>;
  replies_count: Generated<number>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
};

type MentionsTable = { start: number; length: number; user_id: string };
export type PostMentionsTable = MentionsTable & { post_id: string };
export type CommentMentionsTable = MentionsTable & { comment_id: string };
/** Members who have been notified that they are mentioned. */
export type PostMentionNoticesTable = { post_id: string; user_id: string };
export type CommentMentionNoticesTable = { comment_id: string; user_id: string };

export type CommentLikesTable = { comment_id: string; user_id: string; created_at: Defaulted<Date> };
export type BookmarksTable = { id: string; user_id: string; post_id: string; created_at: Defaulted<Date> };
export type RatingsTable = { post_id: string; user_id: string; rating: number; created_at: Defaulted<Date> };

/** A file kept as evidence; `holder_id` is the case. */
export type HeldFilesTable = Pick<UploadsTable, 'filename' | 'folder' | 'kind' | 'width'> & {
  holder_id: string;
  created_at: Defaulted<Date>;
};

/** The bounds of the parts of the sitemap. */
export type SitemapPartsTable = { kind: 'posts' | 'members'; number: number; first_id: string };
