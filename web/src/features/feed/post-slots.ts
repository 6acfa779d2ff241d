/** Finding and focusing a post of a list, whether or not its card is drawn. */

/** Sent to a slot, draws its card at once. */
export const drawSlot = 'afterhours:draw';

/** The post id that a hash names, or ''. */
export const readHashId = (hash: string): string => /^#(?<id>[0-9a-f-]{36})$/i.exec(hash)?.groups?.id ?? '';

export const slotsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-slot]') ?? []);

/** Leads the focus to a control of a post, named by `data-control`; answers false where there is none. */
export function focusControl(slot: HTMLElement | undefined, name: string): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const control = slot?.querySelector<HTMLElement>(`[data-control="${name}"]`);
  control?.focus();
  return control !== null && control !== undefined;
}

/** Brings a post to the top of the window and the focus to it; answers false for one that is not in the list. */
export function focusPost(slot: HTMLElement | undefined): boolean {
  slot?.dispatchEvent(new Event(drawSlot));
  const post = slot?.querySelector<HTMLElement>('article[data-post]');
  if (!post) return false;
  post.focus({ preventScroll: true });
  post.scrollIntoView({ block: 'start' });
  return true;
}
