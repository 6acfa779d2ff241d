import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { TransNoContext } from '@lingui/react/server';
import type { ReactElement, ReactNode } from 'react';
import { i18n } from '#lib/text/translate.ts';

type SentenceProps = {
  text: MessageDescriptor;
  /** The values of the arguments: strings keep their own text direction, numbers select a plural form. */
  values?: Record<string, ReactNode>;
  /** The elements in the text, such as `<link>…</link>`. */
  elements?: Record<string, ReactElement>;
};

/** A sentence that contains elements, in the order of the viewer's language. */
export function Sentence({ text, values, elements }: SentenceProps) {
  // Passed as an element, a member's text is never parsed for tags.
  const isolated = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? <bdi key={name}>{value}</bdi> : value,
  ]);
  return <TransNoContext {...text} values={Object.fromEntries(isolated)} components={elements} lingui={{ i18n }} />;
}
