import { defineMessages } from '@afterhours/contract/base/message';
import { joinUnits, t } from '#lib/text/translate.ts';
import { measurePassword } from '../password-strength.ts';
import styles from './password-strength.module.css';

const texts = defineMessages('account.passwordStrength', {
  missing: 'Still needed: {parts}.',
  strength: 'Password strength: {strength}',
});

/** Shows what a new password still lacks while it is typed, and then how strong it is. */
export function PasswordStrength({ password }: { password: string }) {
  const { missing, level, word } = measurePassword(password);
  return (
    <div className={styles.strength} data-level={password === '' ? 'none' : level}>
      <span className={styles.bar} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <p role="status">
        {missing.length > 0
          ? t(texts.missing, { parts: joinUnits(missing.map((part) => t(part))) })
          : t(texts.strength, { strength: t(word) })}
      </p>
    </div>
  );
}
