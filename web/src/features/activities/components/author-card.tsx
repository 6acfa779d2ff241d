import { defineMessages } from '@afterhours/contract/base/message';
import type { getMember, MemberProfile } from '@afterhours/contract/profile/member-profile';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { selectFollowVersion } from '#entities/people/follow-slice.ts';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { profilePath } from '#entities/people/profile-path.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { type AppThunk, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './author-card.module.css';

const texts = defineMessages('activities.author', {
  label: 'The author',
  followers: '{count, plural, one {{shown} follower} other {{shown} followers}}',
  posts: '{count, plural, one {{shown} post} other {{shown} posts}}',
  profile: 'View profile',
});

type Facts = Pick<MemberProfile, '_id' | 'followersCount' | 'postsCount'>;

/** Loads the card's facts about a member, and whether the viewer follows them. */
function loadAuthor(id: string): AppThunk<Promise<Facts | null>> {
  return async (dispatch, getState) => {
    const followVersion = selectFollowVersion(getState());
    const response = await call<typeof getMember>('GET', '/users/:id', { params: { id } });
    if (!response.ok) return null;
    dispatch(receivePeople([response.body], followVersion));
    return response.body;
  };
}

/** Returns the card's facts about an author: undefined while they are loading, null if they could not be loaded. */
export function useAuthorFacts(id: string | undefined): Facts | null | undefined {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<{ id: string; facts: Facts | null }>();
  useEffect(() => {
    let cancelled = false;
    if (id) void dispatch(loadAuthor(id)).then((facts) => cancelled || setKnown({ id, facts }));
    return () => {
      cancelled = true;
    };
  }, [dispatch, id]);
  return known?.id === id ? known?.facts : undefined;
}

type AuthorCardProps = { id: string | undefined; facts: Facts | null | undefined };

/**
 * The author of the page's post: picture, profession, and a button to follow them. Rendered only when everything is
 * known, so that the card does not grow.
 */
export function AuthorCard({ id = '', facts }: AuthorCardProps) {
  const author = useAppSelector((state) => selectPerson(state, id));
  const signedIn = useAppSelector(selectIsLoggedIn);
  if (!author || facts === undefined) return <PanelSkeleton />;
  const profile = profilePath(author);
  const { followersCount = 0, postsCount = 0 } = facts ?? {};
  return (
    <Card aria-label={t(texts.label)} className={styles.card}>
      <Link to={profile} tabIndex={-1} aria-hidden="true" className={styles.face}>
        <Avatar name={author.firstName} src={userImage(author.image, 96)} size={96} />
      </Link>
      <h2 className={styles.name}>
        <TextLink bare dir="auto" to={profile}>
          {fullName(author)}
        </TextLink>
      </h2>
      {author.profession && (
        <p className={styles.quiet}>
          <bdi>{author.profession}</bdi>
        </p>
      )}
      {author.intro_details && <p dir="auto">{author.intro_details}</p>}
      {facts && (
        <p className={styles.counts}>
          <span>{t(texts.followers, { count: followersCount, shown: formatCount(followersCount) })}</span>
          <span>{t(texts.posts, { count: postsCount, shown: formatCount(postsCount) })}</span>
        </p>
      )}
      <p className={styles.ways}>
        {facts && signedIn && <FollowButton person={author} variant="primary" />}
        <TextLink to={profile}>{t(texts.profile)}</TextLink>
      </p>
    </Card>
  );
}
