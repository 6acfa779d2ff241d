import type { Message } from '@afterhours/contract/base/message';
import { TransNoContext } from '@lingui/react/server';
import type { ReactElement, ReactNode } from 'react';
import { i18n } from '#lib/text/translate.ts';

type SentenceProps = {
  text: Message;
  /** The values of the arguments: texts are kept in their own direction, numbers choose a plural. */
  values?: Record<string, ReactNode>;
  /** The elements of the text, such as `<link>…</link>`. */
  elements?: Record<string, ReactElement>;
};

/** A sentence with elements in it, in whatever order its language has them. */
export function Sentence({ text, values, elements }: SentenceProps) {
  // As an element, a text of a member is never searched for tags.
  const isolated = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? <bdi key={name}>{value}</bdi> : value,
  ]);
  return <TransNoContext {...text} values={Object.fromEntries(isolated)} components={elements} lingui={{ i18n }} />;
}
