/**
 * Counts the posts of the initial page (`index.html`), which the program replaces, that are in view or above. Members
 * do not see the posts of guests' pages, which are hidden and have no height.
 */
export const countReadBefore = (): number =>
  [...document.querySelectorAll('#starting article')].filter((post) => {
    const { top, height } = post.getBoundingClientRect();
    return height > 0 && top < window.innerHeight;
  }).length;
