import { measurePassword } from '../password-strength.ts';
import styles from './password-strength.module.css';

/** Says while it is typed what a new password still lacks, and how strong it is then. */
export function PasswordStrength({ password }: { password: string }) {
  const { missing, level, word } = measurePassword(password);
  return (
    <div className={styles.strength} data-level={password === '' ? 'none' : level}>
      <span className={styles.bar} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <p role="status">{missing.length > 0 ? `Still needed: ${missing.join(', ')}.` : `Password strength: ${word}`}</p>
    </div>
  );
}
