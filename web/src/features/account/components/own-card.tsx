import { defineMessages } from '@afterhours/contract/base/message';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { selectOwnUser } from '../auth-slice.ts';
import styles from './own-card.module.css';

const texts = defineMessages('account.ownCard', {
  you: 'You',
  connections: 'Connections',
  followers: 'Followers',
  following: 'Following',
  posts: 'My posts',
  bookmarks: 'Bookmarks',
  jobs: 'Jobs',
  webinars: 'Webinars',
});

/** The signed-in member, with links to lists, some of them with their numbers. */
export function OwnCard() {
  const user = useAppSelector(selectOwnUser);
  if (!user) return null;
  const counts = [
    [texts.connections, user.connectionsCount, '/connections'],
    [texts.followers, user.followersCount, '/connections?tab=followers'],
    [texts.following, user.followingsCount, '/connections?tab=following'],
  ] as const;
  return (
    <Card aria-label={t(texts.you)}>
      <div className={styles.head}>
        <Avatar name={user.firstName} src={userImage(user.image, 64)} size={64} />
        <TextLink bare dir="auto" to="/Profile" className={styles.name}>
          {fullName(user)}
        </TextLink>
        {user.profession && (
          <p className={styles.quiet}>
            <bdi>{user.profession}</bdi>
          </p>
        )}
      </div>
      <dl className={styles.counts}>
        {counts.map(([label, count, to]) => (
          <div key={to}>
            <dt>
              <TextLink bare to={to}>
                {t(label)}
              </TextLink>
            </dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.ways}>
        <TextLink to="/activities">{t(texts.posts)}</TextLink>
        <TextLink to="/bookmarks">{t(texts.bookmarks)}</TextLink>
        <TextLink to="/jobs">{t(texts.jobs)}</TextLink>
        <TextLink to="/webinars">{t(texts.webinars)}</TextLink>
      </p>
    </Card>
  );
}
