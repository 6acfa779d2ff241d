import { formatPrice, WEBINAR_AMOUNT, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import { numberLocale } from '#lib/text/locale.ts';
import type { Webinar } from './payment-commands.ts';

/** Returns what joining a webinar costs, as the viewer's language writes it. */
export const priceOf = ({ webinar }: Pick<Webinar, 'webinar'>): string =>
  formatPrice(
    { amount: webinar?.total ?? webinar?.price ?? WEBINAR_AMOUNT, currency: webinar?.currency ?? WEBINAR_CURRENCY },
    numberLocale(),
  );
