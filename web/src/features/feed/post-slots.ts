/** Finding and focusing a post of a list, whether or not its card is drawn. */

/** Sent to a slot, draws its card at once. */
export const drawSlot = 'afterhours:draw';

/** The post id that a hash names, or ''. */
export const readHashId = (hash: string): string => /^#(?<id>[0-9a-f-]{36})$/i.exec(hash)?.groups?.id ?? '';

export const slotsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-slot]') ?? []);

/** Focuses a control of a post, named by `data-control`. Returns false where there is none. */
function focusControl(slot: HTMLElement | undefined, name: string): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const control = slot?.querySelector<HTMLElement>(`[data-control="${name}"]`);
  control?.focus();
  return control !== null && control !== undefined;
}

/** Scrolls to a post and focuses it. Returns false for a post that is not in the list. */
export function focusPost(slot: HTMLElement | undefined): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const post = slot?.querySelector<HTMLElement>('article[data-post]');
  if (!post) return false;
  post.focus({ preventScroll: true });
  post.scrollIntoView({ block: 'start' });
  return true;
}

/** Focuses a control of a post, or else the post. Returns false where there is nothing to focus. */
export const focusSlot = (slot: HTMLElement, control: string | undefined): boolean =>
  (control !== undefined && focusControl(slot, control)) || focusPost(slot);
