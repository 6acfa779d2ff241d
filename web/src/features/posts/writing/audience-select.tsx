import { type PostVisibility, postVisibilities } from '@afterhours/contract/constants/visibility';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { audienceIcons, audienceTexts } from '#entities/posts/audience.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './audience-select.module.css';

type AudienceSelectProps = { value: PostVisibility; onChange: (value: PostVisibility) => void };

/**
 * The audience of a post: a native select in the shape of a button. A post cannot have a wider audience than the
 * profile.
 */
export function AudienceSelect({ value, onChange }: AudienceSelectProps) {
  const profile = useAppSelector((state) => selectOwnUser(state)?.visibility);
  const offered = postVisibilities.filter((one) => one !== 'public' || profile !== 'members');
  const shown = offered.includes(value) ? value : 'members';
  return (
    <span className={styles.audience}>
      <Icon icon={audienceIcons[shown]} size={16} />
      <select
        name="visibility"
        aria-label={t(audienceTexts.label)}
        title={t(audienceTexts.label)}
        value={shown}
        onChange={({ target }) => {
          const chosen = offered.find((one) => one === target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {t(audienceTexts[one])}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size={16} />
    </span>
  );
}
