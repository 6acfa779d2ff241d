import { defineMessages } from '@afterhours/contract/base/message';
import { auditActions } from '@afterhours/contract/moderation/staff-audit';
import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';
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
  everyone: 'Show everyone',
  export: 'Export as CSV',
});

/** The audit log, for owners; `?member=` and `?action=` narrow it, so that Back and a reload keep the filter. */
export function LogPage() {
  const [params, setParams] = useSearchParams();
  const member = params.get('member') ?? '';
  const action = auditActions.find((one) => one === params.get('action')) ?? '';
  const narrowTo = (filters: LogFilters) =>
    setParams(
      Object.entries(filters).filter(([, value]) => value !== ''),
      { replace: true },
    );
  return (
    <StaffFrame title={t(texts.title)} owners>
      <div className={styles.actions}>
        <Select
          label={t(texts.action)}
          value={action}
          onChange={({ target }) => narrowTo({ member, action: target.value as LogFilters['action'] })}
        >
          <option value="">{t(texts.everything)}</option>
          {auditActions.map((one) => (
            <option key={one} value={one}>
              {t(auditNames[one])}
            </option>
          ))}
        </Select>
        {member !== '' && <Button onClick={() => narrowTo({ member: '', action })}>{t(texts.everyone)}</Button>}
        <Button icon={Download} onClick={() => void exportLog({ action, member })}>
          {t(texts.export)}
        </Button>
      </div>
      <AuditLog key={`${action} ${member}`} filters={{ action, member }} />
    </StaffFrame>
  );
}
