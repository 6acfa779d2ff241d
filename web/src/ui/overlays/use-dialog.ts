import { useCallback, useState } from 'react';

/** `of` is what the dialog was opened for. `key` is another one each time, so that nothing is filled in yet. */
type Shown<T> = { of: T; key: number; open: boolean };

/**
 * The state of a dialog. `shown` is null until the dialog is opened first, or `first` if it is open from the start. A
 * closed dialog stays in `shown`, because it still has to disappear.
 */
export function useDialog<T = void>(first: T | null = null) {
  const [shown, setShown] = useState<Shown<T> | null>(first === null ? null : { of: first, key: 0, open: true });
  const show = useCallback((of: T) => setShown((now) => ({ of, key: (now?.key ?? 0) + 1, open: true })), []);
  const close = useCallback(() => setShown((now) => now && { ...now, open: false }), []);
  return { shown, show, close };
}
