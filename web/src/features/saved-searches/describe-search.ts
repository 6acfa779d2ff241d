import { defineMessages } from '@afterhours/contract/base/message';
import { employmentNames, formatAmount, payNames, remoteNames } from '@afterhours/contract/constants/jobs';
import type { SavedSearch } from '@afterhours/contract/jobs/saved-searches';
import { countryName } from '#lib/text/country.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('savedSearches.describe', {
  words: '“{words}”',
  pay: 'at least {pay}',
});

/** Describes in words what a search looks for. */
export function describeSearch({ query }: Pick<SavedSearch, 'query'>): string {
  const { keyword, hashtag, employment, remote, country, payMin, payCurrency, payPeriod } = query;
  const pay =
    payMin !== undefined && payCurrency && payPeriod
      ? t(payNames[payPeriod], {
          amount: formatAmount({ min: payMin, max: payMin, currency: payCurrency, period: payPeriod }, numberLocale()),
        })
      : null;
  return [
    keyword && t(texts.words, { words: keyword }),
    hashtag && `#${hashtag.replace(/^#/, '')}`,
    employment && t(employmentNames[employment]),
    remote && t(remoteNames[remote]),
    country && countryName(country),
    pay && t(texts.pay, { pay }),
  ]
    .filter(Boolean)
    .join(' · ');
}
