import { formatCount } from '#lib/text/format.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './profile-stats.module.css';

type ProfileStatsProps = {
  followers: number;
  followings: number;
  /** Mine: the numbers lead to the people they count. */
  mine: boolean;
};

/** How many follow a member, and how many they follow. */
export function ProfileStats({ followers, followings, mine }: ProfileStatsProps) {
  const rows = [
    { label: 'Followers', count: followers, to: '/connections?tab=followers' },
    { label: 'Followings', count: followings, to: '/connections?tab=following' },
  ];
  return (
    <Card title="Profile Stats">
      <dl className={styles.stats}>
        {rows.map(({ label, count, to }) => (
          <div key={label}>
            <dt>{mine ? <TextLink to={to}>{label}</TextLink> : label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
