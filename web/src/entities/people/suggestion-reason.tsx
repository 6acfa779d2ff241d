import { suggestionReasons } from '@afterhours/contract/constants/people';
import type { ReasonParts } from '@afterhours/contract/people/people';
import { countryName } from '#lib/text/country.ts';
import { Sentence } from '#ui/text/sentence.tsx';

const NAMES_COUNTRY: ReadonlySet<string> = new Set<ReasonParts['kind']>(['country', 'elsewhere']);

/** Why a member is suggested; names in it keep their own text direction. */
export function SuggestionReason({ kind, name, n }: ReasonParts) {
  // A server of another version may have reasons that this page does not know.
  if (!(kind in suggestionReasons)) return null;
  const shown = NAMES_COUNTRY.has(kind) ? countryName(name ?? '') : (name ?? '');
  return <Sentence text={suggestionReasons[kind]} values={{ name: shown, n }} />;
}
