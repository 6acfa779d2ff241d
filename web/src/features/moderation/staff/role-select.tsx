import { defineMessages } from '@afterhours/contract/base/message';
import type { MemberRole, setMemberRole } from '@afterhours/contract/staff';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import styles from './staff.module.css';
import { roleNames } from './staff-texts.ts';

const texts = defineMessages('moderation.roleSelect', { role: 'Role', roleOf: 'Role of {name}' });
const roles = ['member', 'moderator', 'owner'] as const;

type RoleSelectProps = { userId: string; role: MemberRole; name?: string; onSet: (role: MemberRole) => void };

/** Gives a member a role or removes it, after the password. */
export function RoleSelect({ userId, role, name, onSet }: RoleSelectProps) {
  const { confirmed, dialog } = useConfirmation();
  const [pending, setPending] = useState(false);
  const set = async (next: MemberRole) => {
    setPending(true);
    const options = { params: { id: userId }, body: { role: next } };
    const response = await confirmed(() => call<typeof setMemberRole>('PUT', '/staff/members/:id/role', options));
    setPending(false);
    if (!response.ok) {
      showFailure(response);
      return;
    }
    showSuccess(response.message);
    onSet(next);
  };
  return (
    <div className={styles.role}>
      {dialog}
      <Select
        hideLabel={name !== undefined}
        label={name === undefined ? t(texts.role) : t(texts.roleOf, { name })}
        value={role}
        disabled={pending}
        onChange={({ target }) => void set(target.value as MemberRole)}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(roleNames[one])}
          </option>
        ))}
      </Select>
    </div>
  );
}
