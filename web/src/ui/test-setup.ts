import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom knows the dialog element, but not what its methods do. The browser's part (focus kept inside, the rest inert)
// is tested in a browser.
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
