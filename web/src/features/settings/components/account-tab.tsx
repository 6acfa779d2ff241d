import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation, useNavigate } from 'react-router';
import { InstallCard } from '#features/installed-app/install-card.tsx';
import { countryName } from '#lib/text/country.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { OwnData } from './account/own-data.tsx';
import { Appearance } from './appearance.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

const texts = defineMessages('settings.account', {
  title: 'Account Preferences',
  name: 'Name',
  email: 'Email',
  phone: 'Phone Number',
  location: 'Location',
  notGiven: 'Not given',
});

const UpdateProfile = lazyPart(
  async () => (await import('#features/profile/editing/update-profile.tsx')).UpdateProfile,
);

const ChangeEmail = lazyPart(async () => (await import('./account/change-email.tsx')).ChangeEmail);

/** The dialog to change the address; other pages can open it with `edit` in the navigation state. */
function useEmailDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const requested = (location.state as { edit?: unknown } | null)?.edit === 'email';
  const dialog = useDialog(requested || null);
  return {
    ...dialog,
    close: () => {
      dialog.close();
      // A reload does not open it again.
      if (requested) void navigate(location, { replace: true, state: null });
    },
  };
}

/** Name and contact details, the member's data, and the blocked members. */
export function AccountTab({ user }: { user: OwnUser }) {
  const profile = useDialog<{ focus: string }>();
  const email = useEmailDialog();
  const edit = (focus: string) => () => profile.show({ focus });
  const rows = [
    [texts.name, fullName(user), edit('firstName')],
    [texts.email, user.email, () => email.show(true)],
    [texts.phone, user.phone, edit('phone')],
    [texts.location, user.country && countryName(user.country), edit('country')],
  ] as const;
  return (
    <div className={styles.stack}>
      <Card title={t(texts.title)}>
        <ul className={styles.rows}>
          {rows.map(([label, value, press]) => (
            <li key={label.id}>
              <SettingRow label={t(label)} value={value ? <bdi>{value}</bdi> : t(texts.notGiven)} onPress={press} />
            </li>
          ))}
        </ul>
      </Card>
      <Appearance />
      <InstallCard />
      <OwnData user={user} />
      <BlockedMembers />
      {email.shown && <ChangeEmail key={email.shown.key} user={user} open={email.shown.open} onClose={email.close} />}
      {profile.shown && (
        <UpdateProfile
          key={profile.shown.key}
          section="profile"
          focus={profile.shown.of.focus}
          open={profile.shown.open}
          onClose={profile.close}
        />
      )}
    </div>
  );
}
