/**
 * Toasts with the library's named durations (error 4 s, success 2 s). `headless` has no styles of its own, which the
 * page's policy would refuse.
 */
import toast, { type ToastPosition } from 'react-hot-toast/headless';

export function showSuccess(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.success(message, { position, id: message });
}

export function showError(message: string, position: ToastPosition = 'bottom-left'): void {
  toast.error(message, { position, id: message });
}

/** Something that happened elsewhere, announced without haste; said again, it stays one toast, for longer. */
export function showNews(message: string): void {
  toast(message, { position: 'bottom-left', id: message });
}
