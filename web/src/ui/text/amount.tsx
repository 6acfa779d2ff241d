import { formatPrice, type Price } from '@afterhours/contract/constants/webinars';
import { numberLocale } from '#lib/text/locale.ts';

/** An amount of money, isolated because the sign of a negative one moves in a text from right to left. */
export function Amount({ of }: { of: Price }) {
  return <bdi>{formatPrice(of, numberLocale())}</bdi>;
}
