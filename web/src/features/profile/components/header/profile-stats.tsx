import { defineMessages } from '@afterhours/contract/base/message';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './profile-stats.module.css';

const texts = defineMessages('profile.stats', {
  title: 'Profile Stats',
  followers: 'Followers',
  followings: 'Following',
});

type ProfileStatsProps = {
  followers: number;
  followings: number;
  /** Whether this is the viewer's own profile, where the labels link to the people. */
  mine: boolean;
};

/** How many members follow this one, and how many this one follows. */
export function ProfileStats({ followers, followings, mine }: ProfileStatsProps) {
  const rows = [
    { label: texts.followers, count: followers, to: '/connections?tab=followers' },
    { label: texts.followings, count: followings, to: '/connections?tab=following' },
  ];
  return (
    <Card title={t(texts.title)}>
      <dl className={styles.stats}>
        {rows.map(({ label, count, to }) => (
          <div key={to}>
            <dt>{mine ? <TextLink to={to}>{t(label)}</TextLink> : t(label)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
