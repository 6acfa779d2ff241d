/**
 * The locale of what `Intl` writes: the language of the pages. English as the product writes it has the day before the
 * month and a clock of 24 hours.
 */
import { i18n } from './translate.ts';

export const dateLocale = (): string => (i18n.locale === 'en' ? 'en-GB' : i18n.locale);
/** For dates of which English has the month first. */
export const monthFirstLocale = (): string => (i18n.locale === 'en' ? 'en-US' : i18n.locale);
export const numberLocale = (): string => (i18n.locale === 'en' ? 'en-US' : i18n.locale);
