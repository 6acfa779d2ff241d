import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { selectOwnUser } from '../auth-slice.ts';
import styles from './own-card.module.css';

/** Who I am, and how many know me. */
export function OwnCard() {
  const user = useAppSelector(selectOwnUser);
  if (!user) return null;
  const counts = [
    ['Connections', user.connectionsCount, '/connections'],
    ['Followers', user.followersCount, '/connections?tab=followers'],
    ['Following', user.followingsCount, '/connections?tab=following'],
  ] as const;
  return (
    <Card aria-label="You">
      <div className={styles.head}>
        <Avatar name={user.firstName} src={userImage(user.image, 64)} size={64} />
        <TextLink bare dir="auto" to="/Profile" className={styles.name}>
          {user.firstName} {user.lastName}
        </TextLink>
        {user.profession && (
          <p className={styles.quiet}>
            <bdi>{user.profession}</bdi>
          </p>
        )}
      </div>
      <dl className={styles.counts}>
        {counts.map(([label, count, to]) => (
          <div key={label}>
            <dt>
              <TextLink bare to={to}>
                {label}
              </TextLink>
            </dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.ways}>
        <TextLink to="/activities">My posts</TextLink>
        <TextLink to="/bookmarks">Bookmarks</TextLink>
      </p>
    </Card>
  );
}
