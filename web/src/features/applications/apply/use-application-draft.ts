import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';

/** `words` is the cover note; the answers are by the text of their questions. */
type ApplicationDraft = { words: string; answers: Readonly<Record<string, string>> };

const EMPTY: ApplicationDraft = { words: '', answers: {} };

const isEmpty = ({ words, answers }: ApplicationDraft): boolean =>
  words === '' && !Object.values(answers).some(Boolean);

/**
 * What the viewer has written in an application for a job. It stays in the browser, even if the page is lost, until
 * `remove` is called: the application was sent, or discarded.
 */
export function useApplicationDraft(postId: string) {
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `application:${me}:${postId}`;
  const [draft, setDraft] = useState(() => (readDraft(name) as ApplicationDraft | null) ?? EMPTY);
  const change = (next: ApplicationDraft) => {
    setDraft(next);
    writeDraft(name, isEmpty(next) ? null : next);
  };
  return {
    ...draft,
    isEmpty: isEmpty(draft),
    setWords: (words: string) => change({ ...draft, words }),
    setAnswer: (question: string, answer: string) =>
      change({ ...draft, answers: { ...draft.answers, [question]: answer } }),
    remove: () => writeDraft(name, null),
  };
}
