/** Finds and focuses a post of a list, whether or not its card is rendered. */

/** An event that makes a slot render its card at once. */
export const drawSlot = 'afterhours:draw';

/** Returns the post id in a hash, or ''. */
export const readHashId = (hash: string): string => /^#(?<id>[0-9a-f-]{36})$/i.exec(hash)?.groups?.id ?? '';

export const slotsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-slot]') ?? []);

/** Focuses a post's control, identified by `data-control`. Returns false if there is none. */
function focusControl(slot: HTMLElement | undefined, name: string): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const control = slot?.querySelector<HTMLElement>(`[data-control="${name}"]`);
  control?.focus();
  return control !== null && control !== undefined;
}

/** Scrolls to a post and focuses it. Returns false if the post is not in the list. */
export function focusPost(slot: HTMLElement | undefined): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const post = slot?.querySelector<HTMLElement>('article[data-post]');
  if (!post) return false;
  post.focus({ preventScroll: true });
  post.scrollIntoView({ block: 'start' });
  return true;
}

/** Focuses a post's control, otherwise the post itself. Returns false if there is nothing to focus. */
export const focusSlot = (slot: HTMLElement, control: string | undefined): boolean =>
  (control !== undefined && focusControl(slot, control)) || focusPost(slot);
