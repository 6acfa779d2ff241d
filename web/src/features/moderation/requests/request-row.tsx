import { defineMessages } from '@afterhours/contract/base/message';
import type { JoinRequest } from '@afterhours/contract/community/join-requests';
import { countryName } from '#lib/text/country.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Time } from '#ui/text/time.tsx';
import staff from '../staff/staff.module.css';
import styles from './requests.module.css';

const texts = defineMessages('moderation.requestRow', {
  noAnswer: 'No answer: the owner of the address has taken the account over.',
  unconfirmed: 'The email address is not confirmed.',
});

type RequestRowProps = { of: JoinRequest; chosen: boolean; onToggle: () => void };

/** A person who asks to join: name, profession, country, and their answer to the question. */
export function RequestRow({ of, chosen, onToggle }: RequestRowProps) {
  const { user, email, country, answer, isUserVerified, createdAt } = of;
  const about = [user.profession, country && countryName(country), email].filter(
    (part) => part !== null && part !== '',
  );
  return (
    <li className={styles.request} data-row={user._id}>
      <Checkbox
        data-control="choose"
        checked={chosen}
        onChange={onToggle}
        label={<bdi className={styles.name}>{fullName(user)}</bdi>}
      />
      <div className={styles.about}>
        {about.length > 0 && (
          <p className={staff.quiet}>
            {about.map((part, index) => (
              <span key={part}>
                {index > 0 && ' · '}
                <bdi>{part}</bdi>
              </span>
            ))}
          </p>
        )}
        {answer === '' ? (
          <p className={staff.quiet}>{t(texts.noAnswer)}</p>
        ) : (
          <p dir="auto" className={styles.answer}>
            {answer}
          </p>
        )}
        {!isUserVerified && <p className={staff.quiet}>{t(texts.unconfirmed)}</p>}
        <p className={staff.quiet}>
          <Time value={createdAt} />
        </p>
      </div>
    </li>
  );
}
