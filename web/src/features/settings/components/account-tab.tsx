import type { OwnUser } from '@afterhours/contract/account';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { OwnData } from './account/own-data.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

const UpdateProfile = lazyPart(
  async () => (await import('#features/profile/editing/update-profile.tsx')).UpdateProfile,
);

const ChangeEmail = lazyPart(async () => (await import('./account/change-email.tsx')).ChangeEmail);

const NOT_GIVEN = 'Not given';

/** The dialog for another address; another page may ask for it at once, by `edit` in the navigation's state. */
function useEmailDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const asked = (location.state as { edit?: unknown } | null)?.edit === 'email';
  const [shown, setShown] = useState({ open: asked, turn: asked ? 1 : 0 });
  return {
    ...shown,
    show: () => setShown({ open: true, turn: shown.turn + 1 }),
    close: () => {
      setShown({ ...shown, open: false });
      // Asked for once: a reload does not ask again.
      if (asked) void navigate(location, { replace: true, state: null });
    },
  };
}

/** Who I am, my data, and whom I have blocked. */
export function AccountTab({ user }: { user: OwnUser }) {
  const [editing, setEditing] = useState({ open: false, turn: 0 });
  const email = useEmailDialog();
  const edit = () => setEditing({ open: true, turn: editing.turn + 1 });
  const rows = [
    ['Name', `${user.firstName} ${user.lastName}`, edit],
    ['Email', user.email, email.show],
    ['Phone Number', user.phone, edit],
    ['Location', user.country, edit],
  ] as const;
  return (
    <div className={styles.stack}>
      <Card title="Account Preferences">
        <ul className={styles.rows}>
          {rows.map(([label, value, press]) => (
            <li key={label}>
              <SettingRow label={label} value={value ? <bdi>{value}</bdi> : NOT_GIVEN} onPress={press} />
            </li>
          ))}
        </ul>
      </Card>
      <OwnData user={user} />
      <BlockedMembers />
      {email.turn > 0 && <ChangeEmail key={email.turn} user={user} open={email.open} onClose={email.close} />}
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
