/**
 * Features that browsers offer only on https and loopback addresses, each with a fallback for a plain-http address in a
 * local network. The linter forbids direct use in other files.
 */

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Returns a version 4 UUID. */
export function makeRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Copies through a selection, as pages did before the clipboard API. */
function copySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // While a modal dialog is open, nothing outside it can be selected.
  (before?.closest('dialog') ?? document.body).append(area);
  area.focus();
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Copies a text to the clipboard. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>;
  try {
    if (!clipboard) return copySelection(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` in one tab at a time where the browser has locks, and at once otherwise. */
export async function runInOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks) await locks.request(name, work);
  else await work();
}
