/** Builds records as the server returns them, for tests. */
import type { OwnUser } from '@afterhours/contract/account/account';
import { currentStateOf, type Webinar } from '@afterhours/contract/constants/webinars';
import type { Conversation } from '@afterhours/contract/messages/conversations';
import type { Message } from '@afterhours/contract/messages/messages';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import type { Invitation } from '@afterhours/contract/people/connections';
import type { Person, SuggestedPerson } from '@afterhours/contract/people/people';
import type { Comment } from '@afterhours/contract/posts/comments';
import type { Post } from '@afterhours/contract/posts/posts';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import type { Experience, Goal } from '@afterhours/contract/profile/profile';
import type { GalleryPicture } from '@afterhours/contract/profile/showcase';

const time = '2026-03-01T20:00:00.000Z';
/** A well-formed id that ends in that number. */
export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const buildPerson = (changes: Partial<Person> = {}): Person => ({
  _id: idOf(1),
  firstName: 'Ana',
  lastName: 'Reyes',
  username: 'ana',
  image: null,
  profession: 'Potter',
  intro_details: null,
  ...changes,
});

/** A person whom the server suggests; the viewer does not follow them. */
export const buildSuggestion = (number: number, changes: Partial<SuggestedPerson> = {}): SuggestedPerson => ({
  ...buildPerson({ _id: idOf(number), firstName: `Member${number}`, lastName: 'Lind', username: `member${number}` }),
  follower: [],
  follow_notification: 'On',
  reason: 'Same profession as you',
  reasonParts: { kind: 'profession', name: null, n: 0 },
  inCommon: { count: 0, people: [] },
  ...changes,
});

/** A picture in a profile's gallery; its post has the id 500 + number. */
export const buildPicture = (number: number): GalleryPicture => ({
  _id: idOf(400 + number),
  post_id: idOf(500 + number),
  filename: `${number}.jpg`,
  filetype: 'image',
  width: 800,
  height: 600,
  placeholder: '',
  alt: `Bowl ${number}`,
  url: `/api/uploads/post/${number}.jpg`,
});

export const buildOwnUser = (changes: Partial<OwnUser> = {}): OwnUser => ({
  ...buildPerson(),
  email: 'ana@example.com',
  isUserVerified: true,
  phone: null,
  country: null,
  cover_image: null,
  gender: null,
  dob: null,
  employment: null,
  education: null,
  login_time: null,
  createdAt: time,
  updatedAt: time,
  message_notification: 'On',
  comment_notification: 'On',
  like_notification: 'On',
  event_notification: 'On',
  follow_notification: 'On',
  show_presence: 'On',
  read_receipts: 'On',
  mentions_from: 'everyone',
  messages_from: 'everyone',
  visibility: 'public',
  indexable: false,
  post_visibility: 'public',
  hasPassword: true,
  hasPasskeys: false,
  twoFactorEnabled: false,
  staffRole: null,
  hasSold: false,
  label: null,
  sanction: null,
  waiting: null,
  termsToAccept: null,
  needsDetails: false,
  calm: false,
  followersCount: 0,
  followingsCount: 0,
  connectionsCount: 0,
  unreadNotifications: 0,
  unreadMessages: 0,
  ...changes,
});

export const buildComment = (changes: Partial<Comment> = {}): Comment => ({
  _id: idOf(200),
  post_id: idOf(100),
  user_id: idOf(1),
  parent_id: null,
  user: buildPerson(),
  comment: 'Well done',
  mentions: [],
  label: null,
  createdAt: time,
  updatedAt: time,
  commentLiked: false,
  likesCount: 0,
  repliesCount: 0,
  ...changes,
});

/** A webinar with the default terms. */
export const buildWebinar = (changes: Partial<Webinar> = {}): Webinar => ({
  addedTax: null,
  includesTax: false,
  total: changes.price ?? 1_000,
  startsAt: null,
  endsAt: null,
  capacity: null,
  seatsLeft: null,
  price: 1_000,
  currency: 'usd',
  refundPolicy: 'none',
  state: currentStateOf({ startsAt: changes.startsAt ?? null, endsAt: changes.endsAt ?? null }),
  mySeat: null,
  myPlace: null,
  ...changes,
});

export const buildPost = (changes: Partial<Post> = {}): Post => ({
  _id: idOf(100),
  url: `/p/${changes._id ?? idOf(100)}`,
  user_id: idOf(1),
  user: { ...buildPerson(), message_notification: 'On', like_notification: 'On', comment_notification: 'On' },
  postType: 'general',
  visibility: 'public',
  title: null,
  description: 'The kiln held its temperature.',
  mentions: [],
  label: null,
  opening: null,
  salary: null,
  job: null,
  link: null,
  startsAt: null,
  timeZone: null,
  webinar: changes.postType === 'webinar' ? buildWebinar({ startsAt: changes.startsAt ?? null }) : null,
  attachments: [],
  card: null,
  createdAt: time,
  updatedAt: time,
  editedAt: null,
  hashtags: [],
  isLiked: false,
  likesCount: 3,
  likes: [],
  bookmark: null,
  comments: [],
  commentsCount: 0,
  ratingOfPost: 0,
  averageRating: 0,
  ratingsCount: 0,
  payment: null,
  applied: false,
  viewerCan: { edit: false, delete: false, report: true },
  ...changes,
});

export const buildNotification = (changes: Partial<Notification> = {}): Notification => ({
  _id: idOf(300),
  type: 'like',
  kind: null,
  othersCount: 0,
  content: 'Jonas Weber liked your post',
  parent_id: idOf(100),
  actor: buildPerson({ _id: idOf(2), firstName: 'Jonas', lastName: 'Weber' }),
  link: `/activities#${idOf(100)}`,
  subject: null,
  price: null,
  action: null,
  read: false,
  createdAt: time,
  ...changes,
});

/** A pending invitation from that member to the viewer. */
export const buildInvitation = (number: number, changes: Partial<Invitation> = {}): Invitation => ({
  _id: idOf(700 + number),
  from_user_id: idOf(number),
  to_user_id: idOf(999),
  status: 'pending',
  note: null,
  createdAt: time,
  user: buildPerson({ _id: idOf(number), firstName: `Member${number}`, lastName: 'Lind', username: `member${number}` }),
  ...changes,
});

export const buildGoal = (number: number, changes: Partial<Goal> = {}): Goal => ({
  _id: idOf(400 + number),
  title: `Goal ${number}`,
  type: 'long',
  description: 'Sell at two markets a month.',
  ...changes,
});

export const buildExperience = (number: number, changes: Partial<Experience> = {}): Experience => ({
  _id: idOf(500 + number),
  title: `Work ${number}`,
  company_name: 'Kiln & Co',
  location: 'Lisbon',
  location_type: null,
  employement_type: 'Part time',
  currently_working: false,
  description: null,
  startDate: '2020-02-01',
  endDate: '2021-03-31',
  ...changes,
});

/** Another member as a signed-in viewer sees them. */
export const buildMember = (changes: Partial<MemberProfile> = {}): MemberProfile => ({
  ...buildPerson(),
  follower: [],
  cover_image: null,
  country: 'Portugal',
  createdAt: time,
  login_time: null,
  updatedAt: null,
  bio: '',
  label: null,
  goals: [],
  skills: [],
  educations: [],
  experiences: [],
  followersCount: 1_234,
  followingsCount: 2,
  connectionsCount: 1,
  postsCount: 0,
  connectionStatus: 'none',
  connectionRequestId: null,
  viewerCan: { follow: true, connect: true, message: true, block: true, report: true },
  ...changes,
});

/** A message from the second member to the first. */
export const buildMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  _id: idOf(700 + seq),
  uniquekey: idOf(90),
  seq,
  sender_id: idOf(2),
  receiver_id: idOf(1),
  sender: buildPerson({ _id: idOf(2), firstName: 'Jonas', lastName: 'Weber' }),
  content: `Message ${seq}`,
  mentions: [],
  post: null,
  attachments: [],
  client_id: null,
  deleted: false,
  createdAt: time,
  ...changes,
});

/** A conversation with Jonas, who wrote the last message. */
export const buildConversation = (changes: Partial<Conversation> = {}): Conversation => ({
  uniquekey: idOf(90),
  other_user_id: idOf(2),
  otherUserDetail: {
    ...buildPerson({ _id: idOf(2), firstName: 'Jonas', lastName: 'Weber' }),
    login_time: null,
    updatedAt: null,
    deleted: false,
  },
  latestMessage: {
    _id: idOf(702),
    seq: 2,
    sender_id: idOf(2),
    content: 'Message 2',
    attachmentsCount: 0,
    filetype: null,
    deleted: false,
    createdAt: time,
  },
  unreadCount: 0,
  pinned: false,
  status: 0,
  lastSeq: 2,
  readSeq: 2,
  otherReadSeq: 0,
  otherDeliveredSeq: 0,
  canMessage: true,
  request: null,
  ...changes,
});
