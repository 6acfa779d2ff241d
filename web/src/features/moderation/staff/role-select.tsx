import { defineMessages } from '@afterhours/contract/base/message';
import type { MemberRole, setMemberRole } from '@afterhours/contract/moderation/staff';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import styles from './staff.module.css';
import { roleNames } from './staff-texts.ts';

const texts = defineMessages('moderation.roleSelect', {
  role: 'Role',
  roleOf: 'Role of {name}',
  question:
    '{role, select, owner {Make {name} an owner?} moderator {Make {name} a moderator?} ' +
    'other {Take the role from {name}?}}',
  effect:
    '{role, select, owner {Owners can do everything here, and decide who else is one.} ' +
    'moderator {Moderators decide about reports and requests to join.} other {Moderation will be closed to them.}}',
  ownEffect: 'You will no longer be an owner. Only another owner can make you one again.',
  change: 'Change the role',
});
const roles = ['member', 'moderator', 'owner'] as const;

type RoleSelectProps = {
  userId: string;
  role: MemberRole;
  name: string;
  /** True in a list of members, where the label would be repeated in each row. */
  inList?: boolean;
  onSet: (role: MemberRole) => void;
};

/** Sends the role, after the password. */
function useRole({ userId, onSet }: Pick<RoleSelectProps, 'userId' | 'onSet'>) {
  const { confirmed, dialog } = useConfirmation();
  const [pending, setPending] = useState(false);
  const set = async (role: MemberRole) => {
    setPending(true);
    const options = { params: { id: userId }, body: { role } };
    const response = await confirmed(() => call<typeof setMemberRole>('PUT', '/staff/members/:id/role', options));
    setPending(false);
    if (!response.ok) {
      showFailure(response);
      return;
    }
    showSuccess(response.message);
    onSet(role);
  };
  return { pending, set, dialog };
}

/**
 * Gives a member a role or removes it, after a question. Without the question, an arrow key on the closed list would
 * change the role at once.
 */
export function RoleSelect({ userId, role, name, inList = false, onSet }: RoleSelectProps) {
  const { pending, set, dialog } = useRole({ userId, onSet });
  const own = useAppSelector(selectOwnUser)?._id === userId;
  const { shown: asked, show: ask, close } = useDialog<MemberRole>();
  const confirm = () => {
    close();
    if (asked) void set(asked.of);
  };
  return (
    <div className={styles.role}>
      {dialog}
      <Select
        hideLabel={inList}
        label={inList ? t(texts.roleOf, { name }) : t(texts.role)}
        value={asked?.open ? asked.of : role}
        aria-disabled={pending || undefined}
        onChange={({ target }) => {
          if (!pending) ask(target.value as MemberRole);
        }}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(roleNames[one])}
          </option>
        ))}
      </Select>
      {asked && (
        <ConfirmDialog
          open={asked.open}
          title={t(texts.question, { name, role: asked.of })}
          confirmLabel={t(texts.change)}
          danger={own}
          onCancel={close}
          onConfirm={confirm}
        >
          {t(own ? texts.ownEffect : texts.effect, { role: asked.of })}
        </ConfirmDialog>
      )}
    </div>
  );
}
