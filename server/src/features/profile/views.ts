import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { toFollowablePerson } from '#features/people/views.ts';
import type { MemberRow } from './queries.ts';

type Lists = Pick<MemberProfile, 'goals' | 'skills' | 'educations' | 'experiences'>;

/** The actions that a viewer may take on another member; none for guests and on oneself. */
function toViewerCan(viewerId: string | null, userId: string): MemberProfile['viewerCan'] {
  const may = viewerId !== null && viewerId !== userId;
  return { follow: may, connect: may, message: may, block: may, report: may };
}

/** A member as everyone may see them. */
export const toMemberProfile = (row: MemberRow, viewerId: string | null, lists: Lists): MemberProfile => ({
  ...toFollowablePerson(row),
  ...lists,
  cover_image: row.cover_image,
  country: row.country,
  createdAt: row.created_at.toISOString(),
  login_time: (row.shows_presence && row.login_time?.toISOString()) || null,
  updatedAt: row.shows_presence ? row.last_seen_at.toISOString() : null,
  bio: row.bio ?? '',
  label: row.label,
  followersCount: row.followers,
  followingsCount: row.followings,
  connectionsCount: row.connections,
  postsCount: row.posts,
  connectionStatus: row.connection_status,
  connectionRequestId: row.request_id,
  viewerCan: toViewerCan(viewerId, row.id),
});
