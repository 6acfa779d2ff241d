import { OwnCard } from '#features/account/components/own-card.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import styles from './outlook-page.module.css';

type Screen = { title: string; text: string; also?: { label: string; to: string } };

const screens = {
  invitations: {
    title: 'Manage Invitations',
    text: 'The invitations you received and those you sent, to accept, ignore or withdraw.',
    also: { label: 'My Network', to: '/mynetwork' },
  },
  settings: {
    title: 'Settings',
    text: 'Your account preferences, how you sign in, and what you want to be notified of.',
  },
} satisfies Record<string, Screen>;

/** A place in the house whose rooms are not furnished yet: says what it is for and how to go on. */
export function OutlookPage({ screen }: { screen: keyof typeof screens }) {
  const { title, text, also }: Screen = screens[screen];
  return (
    <Columns left={<OwnCard />}>
      <title>{`${title} · Afterhours`}</title>
      <Card className={styles.sheet}>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>There is nothing to show here yet. Meanwhile the feed is open.</p>
        <p className={styles.ways}>
          <ButtonLink to="/home" variant="primary">
            Go to the feed
          </ButtonLink>
          {also && <ButtonLink to={also.to}>{also.label}</ButtonLink>}
        </p>
      </Card>
    </Columns>
  );
}
