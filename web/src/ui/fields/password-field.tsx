import { defineMessages } from '@afterhours/contract/base/message';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../text/cx.ts';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

const texts = defineMessages('ui.password', {
  hide: 'Hide password',
  show: 'Show password',
});

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'required' | 'type'> & FieldText;

/** A password field that can show its text. Set `autoComplete` to current-password or new-password. */
export function PasswordField({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  className,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, required, hideLabel, id }}>
      {(aria) => (
        <div className={styles.wrap}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...aria}
            type={shown ? 'text' : 'password'}
            className={cx(styles.control, styles.inset, className)}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            size={18}
            label={t(shown ? texts.hide : texts.show)}
            aria-controls={aria.id}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
