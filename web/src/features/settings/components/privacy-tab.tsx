import type { OwnUser } from '@afterhours/contract/account';
import { Card } from '#ui/layout/card.tsx';
import styles from './privacy-tab.module.css';
import { SettingSwitches } from './setting-switches.tsx';
import shared from './settings.module.css';

/** Told, not set. */
const facts = [
  ['Search history', '2 Months'],
  ['Invitations', 'Yes'],
  ['Messages', 'Yes'],
  ['Message nudges', 'No'],
  ['Automated detection of harmful content', 'Yes'],
] as const;
const shown = [
  ['on apply', 'Yes'],
  ['on message', 'Yes'],
  ['Messages', 'Yes'],
] as const;

const switches = [
  {
    name: 'show_presence',
    label: 'Show when I am online',
    hint: 'Off: no one sees when you are or were online, and you don’t see it of others.',
  },
  {
    name: 'read_receipts',
    label: 'Read receipts',
    hint: 'Off: no one sees what you have read, and you don’t see what others have.',
  },
] as const;

function Facts({ of }: { of: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How my data is handled, and what others can tell of me. */
export function PrivacyTab({ user }: { user: OwnUser }) {
  return (
    <div className={shared.stack}>
      <Card title="Data Privacy">
        <Facts of={facts} />
        <h3 className={styles.group}>Show profile</h3>
        <Facts of={shown} />
      </Card>
      <Card title="What others can see">
        <SettingSwitches user={user} switches={switches} />
      </Card>
    </div>
  );
}
