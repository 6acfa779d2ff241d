import { type RefObject, useEffect } from 'react';
import { isFocusLost } from '#lib/focus/lost-focus.ts';

/**
 * A form that has been saved is replaced by one with the saved version, and the pressed button is gone with it. Gives
 * the focus to the button of the new one, or to the end of the field in which the member has written meanwhile.
 */
export function useFocusAfterSave(form: RefObject<HTMLFormElement | null>, isSaved: boolean, written?: string): void {
  useEffect(() => {
    if (!isSaved || !isFocusLost()) return;
    const place = form.current?.querySelector<HTMLElement>(written ? `[name="${written}"]` : '[type=submit]');
    place?.focus();
    if (place instanceof HTMLTextAreaElement) place.setSelectionRange(place.value.length, place.value.length);
  }, [form, isSaved, written]);
}
