import { defineMessages } from '@afterhours/contract/base/message';
import { statusNames } from '@afterhours/contract/constants/applications';
import type { MyApplication } from '@afterhours/contract/jobs/applications';
import Check from 'lucide-react/icons/check';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './apply-button.module.css';

const texts = defineMessages('messages.applied', {
  applied: 'You applied',
  appliedStatus: 'You applied · {status}',
});

/** Says that the viewer has applied and with which status; links to all of the viewer's applications. */
export function AppliedNote({ application }: { application: MyApplication | null }) {
  const text = application ? t(texts.appliedStatus, { status: t(statusNames[application.status]) }) : t(texts.applied);
  const isOver = application?.status === 'rejected' || application?.status === 'withdrawn';
  return (
    <p className={isOver ? styles.over : styles.applied}>
      {!isOver && <Icon icon={Check} />}
      <TextLink to="/me/applications">{text}</TextLink>
    </p>
  );
}
