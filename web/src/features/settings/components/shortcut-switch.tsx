import { defineMessages } from '@afterhours/contract/base/message';
import { setShortcuts, useShortcuts } from '#lib/forms/shortcuts.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';

const texts = defineMessages('settings.shortcuts', {
  label: 'Keyboard shortcuts',
  hint: 'Single keys, such as / to search and ? for the list. Your choice is kept in this browser.',
});

/** Turns the shortcuts of single keys on and off. */
export function ShortcutSwitch({ className }: { className?: string | undefined }) {
  return (
    <Switch
      className={className}
      label={t(texts.label)}
      hint={t(texts.hint)}
      checked={useShortcuts()}
      onChange={({ target }) => setShortcuts(target.checked)}
    />
  );
}
