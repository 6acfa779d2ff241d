/**
 * The locale for `Intl` formatters: the language of the pages. The product's English puts the day before the month and
 * uses a 24-hour clock.
 */
import { i18n } from './translate.ts';

export const dateLocale = (): string => (i18n.locale === 'en' ? 'en-GB' : i18n.locale);
/** For dates that put the month first in English. */
export const monthFirstLocale = (): string => (i18n.locale === 'en' ? 'en-US' : i18n.locale);
export const numberLocale = (): string => (i18n.locale === 'en' ? 'en-US' : i18n.locale);
