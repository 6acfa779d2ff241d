import { type RefObject, useEffect } from 'react';
import { isFocusLost } from '#lib/focus/lost-focus.ts';

/**
 * A form that has been saved is replaced by one with the saved version, and the pressed button is gone with it. Gives
 * the focus to the button of the new one.
 */
export function useFocusAfterSave(form: RefObject<HTMLFormElement | null>, isSaved: boolean): void {
  useEffect(() => {
    if (isSaved && isFocusLost()) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [form, isSaved]);
}
