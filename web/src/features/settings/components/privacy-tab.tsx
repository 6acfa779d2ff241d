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
    hint: 'Off: nobody sees when you are online or were last, and you see nobody.',
  },
  {
    name: 'read_receipts',
    label: 'Read receipts',
    hint: 'Off: nobody sees what you have read, and you see nobody’s.',
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
      <Card title="What others can tell">
        <SettingSwitches user={user} switches={switches} />
      </Card>
    </div>
  );
}
