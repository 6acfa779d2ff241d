import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import styles from '../staff/staff.module.css';
import { StaffFrame } from '../staff/staff-frame.tsx';
import { Team } from '../staff/team.tsx';

const texts = defineMessages('moderation.teamPage', { title: 'Team' });

/** The staff of the community, for owners. */
export function TeamPage() {
  return (
    <StaffFrame title={t(texts.title)} owners>
      <div data-plain className={styles.narrow}>
        <Team />
      </div>
    </StaffFrame>
  );
}
