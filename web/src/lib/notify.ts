/**
 * Toasts with the library's named durations (error 4 s, success 2 s). `headless` has no styles of its own, which the
 * page's policy would refuse.
 */
import toast, { type ToastPosition } from 'react-hot-toast/headless';

export function showSuccess(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.success(message, { position, id: message });
}

/** A toast of this class is read out and not drawn. */
export const ONLY_HEARD = 'heard';

/** Says that something was done which the page shows: only to those who cannot see it. */
export function sayDone(message: string): void {
  toast.success(message, { position: 'bottom-left', id: message, className: ONLY_HEARD });
}

export function showError(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.error(message, { position, id: message });
}

/** Something that happened elsewhere, announced without haste; said again, it stays one toast, for longer. */
export function showNews(message: string): void {
  toast(message, { position: 'bottom-left', id: message });
}
