import type { OwnUser } from '@afterhours/contract/account';
import { useState } from 'react';
import { Card } from '#ui/card.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { OwnData } from './own-data.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

const UpdateProfile = lazyPart(
  async () => (await import('#features/profile/components/update-profile.tsx')).UpdateProfile,
);

const NOT_GIVEN = 'Not given';

/** Who I am, my data, and whom I have blocked. */
export function AccountTab({ user }: { user: OwnUser }) {
  const [editing, setEditing] = useState({ open: false, turn: 0 });
  const edit = () => setEditing({ open: true, turn: editing.turn + 1 });
  const rows = [
    ['Name', `${user.firstName} ${user.lastName}`],
    ['Email', user.email],
    ['Phone Number', user.phone],
    ['Location', user.country],
  ] as const;
  return (
    <div className={styles.stack}>
      <Card title="Account Preferences">
        <ul className={styles.rows}>
          {rows.map(([label, value]) => (
            <li key={label}>
              <SettingRow label={label} value={value ? <bdi>{value}</bdi> : NOT_GIVEN} onPress={edit} />
            </li>
          ))}
        </ul>
      </Card>
      <OwnData user={user} />
      <BlockedMembers />
      {editing.turn > 0 && (
        <UpdateProfile
          key={editing.turn}
          section="profile"
          open={editing.open}
          onClose={() => setEditing({ ...editing, open: false })}
        />
      )}
    </div>
  );
}
