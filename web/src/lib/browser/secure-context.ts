/**
 * What browsers offer on https and on loopback addresses only, each with a way that works on a plain-http address of a
 * local network, too. The linter keeps direct use out of the other files.
 */

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** A UUID of version 4. */
export function makeRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Copies by a selection, as browsers did before they had a clipboard for scripts. */
function copySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Outside an open modal dialog nothing can be selected.
  (before?.closest('dialog') ?? document.body).append(area);
  area.focus();
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Copies a text to the clipboard; returns whether the browser allowed it. */
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

/** Runs `work` in one tab at a time, where the browser has locks; elsewhere at once. */
export async function runInOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks) await locks.request(name, work);
  else await work();
}
