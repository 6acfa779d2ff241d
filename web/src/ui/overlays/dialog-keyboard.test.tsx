import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Toaster } from '../toasts/toaster.tsx';
import { Dialog } from './dialog.tsx';

const PAGE = 844;

it('A dialog and toasts stay above an on-screen keyboard, with the focused field in sight', () => {
  const view = Object.assign(new EventTarget(), { scale: 1, height: PAGE, offsetTop: 0 });
  vi.stubGlobal('visualViewport', view);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(PAGE);
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  render(
    <>
      <Dialog open onClose={null} title="New post">
        <textarea aria-label="Text" />
      </Dialog>
      <Toaster />
    </>,
  );
  const { style } = screen.getByRole('dialog');
  const toasts = screen.getByRole('region', { name: 'Messages from the site', hidden: true });
  const resize = (height: number, offsetTop = 0, scale = 1) => {
    Object.assign(view, { height, offsetTop, scale });
    view.dispatchEvent(new Event('resize'));
    expect(toasts.style.marginBlockEnd).toBe(style.marginBlockEnd);
    // The keyboard covers the bottom bar, for which toasts leave room otherwise.
    expect(toasts.style.getPropertyValue('--bottom-bar')).toBe(style.marginBlockEnd && '0px');
    return [style.marginBlockEnd, style.maxBlockSize];
  };
  expect(resize(508)).toEqual(['336px', '508px']);
  expect(scrollIntoView).toHaveBeenCalled();
  // The browser has moved the page to show the field.
  expect(resize(508, 100)).toEqual(['236px', '508px']);
  // A browser's bar, and zooming in, are no keyboard.
  expect(resize(PAGE - 56)).toEqual(['', '']);
  expect(resize(300, 0, 2)).toEqual(['', '']);
  vi.unstubAllGlobals();
});
