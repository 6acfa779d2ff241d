import { defineMessages } from '@afterhours/contract/base/message';
import { auditActions } from '@afterhours/contract/staff-people';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { AuditLog, exportLog, type LogFilters } from '../staff/audit-log.tsx';
import styles from '../staff/staff.module.css';
import { StaffFrame } from '../staff/staff-frame.tsx';
import { auditNames } from '../staff/staff-texts.ts';

const texts = defineMessages('moderation.logPage', {
  title: 'Log',
  action: 'What was done',
  everything: 'Everything',
  export: 'Export as CSV',
});

/** The audit log, for owners. */
export function LogPage() {
  const [filters, setFilters] = useState<LogFilters>({ action: '' });
  return (
    <StaffFrame title={t(texts.title)} owners>
      <div className={styles.actions}>
        <Select
          label={t(texts.action)}
          value={filters.action}
          onChange={({ target }) => setFilters({ action: target.value as LogFilters['action'] })}
        >
          <option value="">{t(texts.everything)}</option>
          {auditActions.map((action) => (
            <option key={action} value={action}>
              {t(auditNames[action])}
            </option>
          ))}
        </Select>
        <Button icon={Download} onClick={() => void exportLog()}>
          {t(texts.export)}
        </Button>
      </div>
      <AuditLog key={filters.action} filters={filters} />
    </StaffFrame>
  );
}
