import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { Theme } from './theme.ts';

const texts = defineMessages('theme', {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
});

/** The themes in the order in which they are offered. */
export const themes: readonly { theme: Theme; label: MessageDescriptor }[] = [
  { theme: 'system', label: texts.system },
  { theme: 'light', label: texts.light },
  { theme: 'dark', label: texts.dark },
];
