import { sql } from 'kysely';

/** The columns of a PostRow over `p` (posts) and `u` (its author). */
export const postColumns = sql`
  p.id, p.user_id, p.post_type, p.title, p.description, p.opening, p.salary, p.link, p.starts_at, p.time_zone,
  p.hashtags,
  p.likes_count, p.comments_count, p.ratings_count, p.ratings_sum, p.created_at, p.updated_at,
  u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
  u.notify_message, u.notify_like, u.notify_comment`;

/** The columns of an AttachmentRow over `a` (post_attachments). */
export const attachmentColumns = sql`a.id, a.post_id, a.folder, a.filename, a.width, a.height, a.placeholder, a.alt`;
