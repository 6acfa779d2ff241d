import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { type Theme, useTheme } from '#lib/theme/theme.ts';
import { themes } from '#lib/theme/theme-names.ts';
import { Select } from '#ui/fields/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './settings.module.css';
import { ShortcutSwitch } from './shortcut-switch.tsx';

const texts = defineMessages('settings.appearance', {
  title: 'Appearance and keyboard',
  theme: 'Theme',
  hint: 'System follows this device. Your choice is kept in this browser.',
});

/** What is kept in this browser: the theme (light, dark, or the device's) and whether single keys are shortcuts. */
export function Appearance() {
  const [theme, setTheme] = useTheme();
  return (
    <Card title={t(texts.title)}>
      <Select
        label={t(texts.theme)}
        hint={t(texts.hint)}
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        {themes.map((each) => (
          <option key={each.theme} value={each.theme}>
            {t(each.label)}
          </option>
        ))}
      </Select>
      <ShortcutSwitch className={styles.apart} />
    </Card>
  );
}
