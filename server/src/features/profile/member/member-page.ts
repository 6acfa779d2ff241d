/** A member's page as a guest sees it: public fields only. */
import { isId } from '@afterhours/contract/constants/fields';
import { isCovered, labelNotes } from '@afterhours/contract/constants/labels';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import type { Showcase } from '@afterhours/contract/profile/showcase';
import { describeMissing } from '#access/gone-pages.ts';
import { isMemberIndexable } from '#access/indexable.ts';
import { listNewestOf } from '#features/feed/loaders.ts';
import { fullName } from '#features/people/views.ts';
import { parseAllUncovered, shownInList } from '#features/posts/loaders.ts';
import { toResponse } from '#http/body/envelope.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Description } from '#http/pages/described-pages.ts';
import { feedLinks } from '#http/pages/feed-links.ts';
import type { HeadImage, PageHead } from '#http/pages/page-head.ts';
import { type PreviewTexts, previewImage } from '#http/pages/preview-image.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { selectShowcase } from '../showcase/showcase-queries.ts';
import { toShowcase } from '../showcase/showcase-views.ts';
import { getMemberProfile } from './member.ts';
import { memberMarkup, profileData } from './member-markup.ts';
import { findByUsername } from './username-queries.ts';

/** The length of the first page of a list of posts in the app. */
const POSTS = 10;

/** The texts in the drawn preview image of a profile without a photo; only the name if a label covers the profile. */
export const previewOfMember = (member: MemberProfile): PreviewTexts => ({
  title: fullName(member),
  by: isCovered(member.label) ? '' : (member.profession ?? ''),
});

/** The photo of a member, or a drawn preview image. The file name without a width is the largest JPEG. */
const imageOf = (services: Services, member: MemberProfile): HeadImage =>
  member.image
    ? { url: `${services.config.publicUrl}/api/uploads/users/${member.image}` }
    : previewImage(services, `members/${member.username}`, previewOfMember(member));

const toHead = (services: Services, member: MemberProfile, unlisted: boolean): PageHead => ({
  type: 'profile',
  title: [fullName(member), member.profession].filter(Boolean).join(' · '),
  description: member.intro_details || member.bio || undefined,
  image: imageOf(services, member),
  unlisted,
  path: `/@${member.username}`,
  linkedData: [profileData(member, services.config.publicUrl)],
  alternates: feedLinks(`@${member.username}`, fullName(member)),
});

type TextField = {
  [F in keyof MemberProfile]: string extends NonNullable<MemberProfile[F]> ? F : never;
}[keyof MemberProfile];

/** Fields that do not contain texts or pictures of the member's own making. */
type PlainField =
  | '_id'
  | 'firstName'
  | 'lastName'
  | 'username'
  | 'country'
  | 'createdAt'
  | 'login_time'
  | 'updatedAt'
  | 'connectionRequestId';

/** What replaces the texts and pictures that a label covers. Exhaustive by type, so that no new field is forgotten. */
const covered: Pick<MemberProfile, Exclude<TextField, PlainField>> = {
  image: null,
  cover_image: null,
  profession: null,
  intro_details: english(labelNotes.sensitive),
  bio: '',
};

/** The member without what a label covers, for readers outside the app. */
const withoutCovered = (member: MemberProfile): MemberProfile =>
  isCovered(member.label) ? { ...member, ...covered } : member;

/** Returns a member as guests see them; null if guests may not see them. */
export async function loadAsGuest(services: Services, id: string): Promise<MemberProfile | null> {
  try {
    return await getMemberProfile(services.reads, null, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

async function loadShowcase(services: Services, id: string): Promise<Showcase> {
  const row = await selectShowcase(services.reads, null, id);
  return row ? toShowcase(row) : { links: [], pictures: [] };
}

/** The responses that the app requests first on this page, by URL. */
function responsesOf(key: string, member: MemberProfile, showcase: Showcase, posts: string): Record<string, string> {
  const { _id } = member;
  return {
    [`/api/users/${key}`]: toResponse({ json: JSON.stringify(member) }),
    [`/api/users/${_id}/showcase`]: toResponse({ json: JSON.stringify(showcase) }),
    [`/api/post/getByUserPost?userId=${_id}&limit=${POSTS}&likes=false`]: posts,
  };
}

async function describe(services: Services, key: string, member: MemberProfile): Promise<Description> {
  const { _id } = member;
  const [showcase, posts, listed] = await Promise.all([
    loadShowcase(services, _id),
    listNewestOf(services, _id, POSTS),
    isMemberIndexable(services.reads, _id),
  ]);
  const shown = parseAllUncovered(posts.json);
  const outside = withoutCovered(member);
  return {
    head: toHead(services, outside, !listed),
    main: memberMarkup(outside, showcase, shown),
    responses: responsesOf(key, member, showcase, toResponse(posts)),
    shows: [_id, ...shownInList(shown)],
  };
}

/** Describes a member's page by id. Returns null if there is no such member or guests do not see them. */
export async function describeMember(services: Services, address: string): Promise<Description> {
  const id = address.toLowerCase();
  if (!isId(id)) return null;
  const member = await loadAsGuest(services, id);
  if (!member) return describeMissing(services.readsNow, `/results/view-profile/${id}`);
  return describe(services, id, member);
}

/** The same by username; a former username redirects to the page of the current one. */
export async function describeMemberByName(services: Services, name: string): Promise<Description> {
  const username = name.toLowerCase();
  const id = await findByUsername(services.reads, username);
  const member = id === null ? null : await loadAsGuest(services, id);
  if (!member) return describeMissing(services.readsNow, `/@${username}`);
  if (member.username !== username) return { movedTo: `/@${member.username}` };
  return describe(services, `named/${username}`, member);
}
