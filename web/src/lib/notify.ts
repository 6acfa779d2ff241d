/**
 * Toasts with the library's default durations (error 4 s, success 2 s). `headless` has no styles of its own, which the
 * page's content security policy would block.
 */
import toast, { type ToastPosition } from 'react-hot-toast/headless';

export function showSuccess(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.success(message, { position, id: message });
}

/** A toast with this class is announced by screen readers and not displayed. */
export const SCREEN_READER_ONLY = 'screen-reader-only';

/**
 * Announces to screen readers what the page itself shows to others, such as the result of an action. It has an id of
 * its own, because a toast with the same id as an earlier one inherits its class and would not be displayed either.
 */
export function announceOnly(message: string): void {
  toast.success(message, { position: 'bottom-left', className: SCREEN_READER_ONLY });
}

export function showError(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.error(message, { position, id: message });
}

/** Politely announces something that happened elsewhere. Repeating a message extends its toast. */
export function showInfo(message: string): void {
  toast(message, { position: 'bottom-left', id: message });
}
