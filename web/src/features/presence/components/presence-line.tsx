import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { t } from '#lib/text/translate.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { presenceTexts } from '../presence-texts.ts';
import styles from './presence-line.module.css';

/** Whether a member is online, or when they last were; nothing if they hide it. */
export function PresenceLine({ login_time, updatedAt }: Pick<MemberProfile, 'login_time' | 'updatedAt'>) {
  if (login_time) {
    return (
      <p className={styles.presence}>
        <span aria-hidden="true" className={styles.dot} />
        {t(presenceTexts.online)}
      </p>
    );
  }
  if (!updatedAt) return null;
  return (
    <p className={styles.presence}>
      <Sentence text={presenceTexts.lastOnline} values={{ time: <Time value={updatedAt} ago /> }} />
    </p>
  );
}
