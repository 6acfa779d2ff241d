import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has the dialog element, but not its methods. The browser's part (focus kept inside, the rest inert) is tested
// in a real browser.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>('button, a[href], input, textarea, select')?.focus();
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

afterEach(cleanup);
