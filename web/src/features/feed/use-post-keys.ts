import { type RefObject, useEffect } from 'react';
import { isTyping } from '#lib/is-typing.ts';

/** The post that has the focus, or else the first one in view. */
function currentIndex(posts: HTMLElement[]): number {
  const focused = posts.findIndex((post) => post.contains(document.activeElement));
  return focused === -1 ? posts.findIndex((post) => post.getBoundingClientRect().bottom > 80) - 1 : focused;
}

/** `j` and `k` lead from post to post, `l` likes the one in focus. */
export function usePostKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isTyping(event) || !['j', 'k', 'l'].includes(event.key)) return;
      const posts = [...(list.current?.querySelectorAll<HTMLElement>('article[data-post]') ?? [])];
      const at = currentIndex(posts);
      if (event.key === 'l') {
        posts
          .find((post) => post.contains(document.activeElement))
          ?.querySelector<HTMLElement>('[data-like]')
          ?.click();
        return;
      }
      const next = posts[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
      next?.focus();
      next?.scrollIntoView({ block: 'start' });
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [list]);
}
