import { suggestionReasons } from '@afterhours/contract/constants/people';
import type { ReasonParts } from '@afterhours/contract/people';
import { countryName } from '#lib/text/country.ts';
import { Sentence } from '#ui/text/sentence.tsx';

const NAMES_COUNTRY: ReadonlySet<string> = new Set<ReasonParts['kind']>(['country', 'elsewhere']);

/** Why a member is suggested; what a member wrote in it keeps its own direction. */
export function Reason({ kind, name, n }: ReasonParts) {
  // A server of another version may have reasons of its own.
  if (!(kind in suggestionReasons)) return null;
  const shown = NAMES_COUNTRY.has(kind) ? countryName(name ?? '') : (name ?? '');
  return <Sentence text={suggestionReasons[kind]} values={{ name: shown, n }} />;
}
