import { type RefObject, useEffect } from 'react';

/** Submits the form on Ctrl+Enter or Cmd+Enter in any of its fields while it is `ready`. */
export function useSendKey(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => {
    const element = form.current;
    const listening = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      if (ready && !event.repeat) element?.requestSubmit();
    };
    element?.addEventListener('keydown', press, listening);
    return () => listening.abort();
  }, [form, ready]);
}
