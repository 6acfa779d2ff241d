import { formatPrice, WEBINAR_AMOUNT, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import { numberLocale } from '#lib/text/locale.ts';
import type { Webinar } from './payment-commands.ts';

/** Returns the price of joining a webinar, formatted in the viewer's language. */
export const priceOf = ({ webinar }: Pick<Webinar, 'webinar'>): string =>
  formatPrice(
    { amount: webinar?.total ?? webinar?.price ?? WEBINAR_AMOUNT, currency: webinar?.currency ?? WEBINAR_CURRENCY },
    numberLocale(),
  );
