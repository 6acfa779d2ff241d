/** A profile as HTML for readers outside the app, and as schema.org data. */
import { defineMessages } from '@afterhours/contract/base/message';
import { imageWidths } from '@afterhours/contract/constants/uploads';
import type { Post } from '@afterhours/contract/posts/posts';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import type { Showcase } from '@afterhours/contract/profile/showcase';
import { fullName } from '#features/people/views.ts';
import { laterInList, textMarkup } from '#features/posts/loaders.ts';
import { type Html, html } from '#http/pages/html.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('profile.page', {
  skills: 'Skills',
  goals: 'Goals',
  experience: 'Experience',
  education: 'Education',
  links: 'Links',
  posts: 'Posts',
  followers: '{count, plural, one {# follower} other {# followers}}',
});

const section = (heading: string, items: readonly Html[]): Html =>
  html`${items.length > 0 && html`<section><h2>${heading}</h2><ul>${items}</ul></section>`}`;

const item = (...parts: (string | null)[]): Html =>
  html`<li>${parts.filter(Boolean).map((part, index) => html`${index > 0 && ' · '}<bdi>${part}</bdi>`)}</li>`;

/** Without a picture, its place stays empty, so that the name is where the app shows it. */
function pictureMarkup({ image, firstName }: MemberProfile): Html {
  const source = image && `/api/uploads/users/${image.replace(/\.jpg$/, '-256.webp')}`;
  const picture = source && html`<img src="${source}" width="128" height="128" alt="${firstName}">`;
  return html`<div data-face>${picture}</div>`;
}

/** In the widths in which the app shows it. */
function coverMarkup({ cover_image: cover }: MemberProfile): Html {
  if (cover === null) return html`<div data-cover></div>`;
  const [, , small, largest] = imageWidths.users;
  const base = `/api/uploads/users/${cover.replace(/\.jpg$/, '')}`;
  const sources = `${base}-${small}.webp ${small}w, ${base}.webp ${largest}w`;
  const picture = html`<img src="${base}.webp" srcset="${sources}" sizes="(min-width: 1280px) 892px, 100vw" alt="">`;
  return html`<div data-cover>${picture}</div>`;
}

export function memberMarkup(member: MemberProfile, { links }: Showcase, posts: readonly Post[]): Html {
  const { profession, country, intro_details: intro, bio, skills, goals, experiences, educations } = member;
  const about = [profession, country]
    .filter(Boolean)
    .map((each, index) => html`${index > 0 && ' · '}<bdi>${each}</bdi>`);
  return html`${coverMarkup(member)}${pictureMarkup(member)}
<h1><bdi>${fullName(member)}</bdi></h1>
${about.length > 0 && html`<p>${about}</p>`}
${intro && textMarkup(intro)}
${bio && textMarkup(bio)}
<p>${english(texts.followers, { count: member.followersCount })}</p>
${section(
  english(texts.links),
  links.map(({ label, url }) => html`<li><a href="${url}" rel="ugc nofollow noopener"><bdi>${label}</bdi></a></li>`),
)}
${section(
  english(texts.skills),
  skills.map(({ title }) => item(title)),
)}
${section(
  english(texts.goals),
  goals.map(({ title }) => item(title)),
)}
${section(
  english(texts.experience),
  experiences.map(({ title, company_name: company }) => item(title, company)),
)}
${section(
  english(texts.education),
  educations.map(({ title, school }) => item(title, school)),
)}
${posts.length > 0 && html`<section><h2>${english(texts.posts)}</h2>${posts.map(laterInList)}</section>`}`;
}

export function profileData(member: MemberProfile, publicUrl: string): object {
  const { username, createdAt, profession, intro_details: intro, bio, image } = member;
  const description = intro || bio;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: createdAt,
    mainEntity: {
      '@type': 'Person',
      name: fullName(member),
      alternateName: username,
      identifier: username,
      url: `${publicUrl}/@${username}`,
      ...(profession ? { jobTitle: profession } : {}),
      ...(description ? { description } : {}),
      ...(image ? { image: `${publicUrl}/api/uploads/users/${image}` } : {}),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: member.followersCount,
      },
    },
  };
}
