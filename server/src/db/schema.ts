/** The tables as Kysely sees them; a new table is declared in the file of its area below `tables/`. */
import type * as demo from './tables/demo.ts';
import type * as feed from './tables/feed.ts';
import type * as members from './tables/members.ts';
import type * as moderation from './tables/moderation.ts';
import type * as network from './tables/network.ts';
import type * as payments from './tables/payments.ts';
import type * as posts from './tables/posts.ts';
import type * as profiles from './tables/profiles.ts';

export interface Database {
  users: members.UsersTable;
  member_counters: members.MemberCountersTable;
  sessions: members.SessionsTable;
  mailed_secrets: members.MailedSecretsTable;
  idempotency_keys: members.IdempotencyKeysTable;
  uploads: posts.UploadsTable;
  posts: posts.PostsTable;
  post_attachments: posts.PostAttachmentsTable;
  hashtags: posts.HashtagsTable;
  post_hashtags: posts.PostHashtagsTable;
  post_likes: posts.PostLikesTable;
  comments: posts.CommentsTable;
  comment_likes: posts.CommentLikesTable;
  bookmarks: posts.BookmarksTable;
  ratings: posts.RatingsTable;
  post_reports: moderation.PostReportsTable;
  comment_reports: moderation.CommentReportsTable;
  feed_snapshots: feed.FeedSnapshotsTable;
  follows: network.FollowsTable;
  dismissed_people: network.DismissedPeopleTable;
  connection_requests: network.ConnectionRequestsTable;
  connections: network.ConnectionsTable;
  conversations: network.ConversationsTable;
  conversation_members: network.ConversationMembersTable;
  messages: network.MessagesTable;
  job_applications: network.JobApplicationsTable;
  notifications: network.NotificationsTable;
  notification_actors: network.NotificationActorsTable;
  demo_community: demo.DemoCommunityTable;
  payments: payments.PaymentsTable;
  goals: profiles.GoalsTable;
  skills: profiles.SkillsTable;
  educations: profiles.EducationsTable;
  experiences: profiles.ExperiencesTable;
}
