import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PictureViewer } from './picture-viewer.tsx';

const ignore = () => undefined;

it('The description of a picture runs in its own direction, whatever the direction of the page', async () => {
  const photo = { src: '/a.jpg', width: 4, height: 3, alt: 'مصباح.' };
  const pictures = [{ id: 'a', photo, caption: photo.alt }];
  render(<PictureViewer open pictures={pictures} at={0} onMove={ignore} onClose={ignore} />);
  expect((await screen.findByText('مصباح.')).getAttribute('dir')).toBe('auto');
});

it('The next picture is in sight after the description of the one before was scrolled', () => {
  const shown: (string | null | undefined)[] = [];
  Element.prototype.scrollIntoView = function show(this: Element) {
    shown.push(this.querySelector('img')?.getAttribute('alt'));
  };
  const pictures = ['Lamp', 'Kiln'].map((alt) => ({
    id: alt,
    photo: { src: `/${alt}.jpg`, width: 4, height: 3, alt },
    caption: alt,
  }));
  const viewer = (at: number) => <PictureViewer open pictures={pictures} at={at} onMove={ignore} onClose={ignore} />;
  const { rerender } = render(viewer(0));
  rerender(viewer(1));
  expect(shown.at(-1)).toBe('Kiln');
});

it('A pinch on a trackpad in Safari enlarges the picture, not the page, and fingers do not enlarge it twice', () => {
  Element.prototype.scrollBy = ignore;
  const photo = { src: '/a.jpg', width: 4, height: 3, alt: 'Lamp' };
  const pictures = [{ id: 'a', photo, caption: '' }];
  render(<PictureViewer open pictures={pictures} at={0} onMove={ignore} onClose={ignore} />);
  const picture = screen.getByRole('img', { name: 'Lamp' });
  const box = picture.closest<HTMLElement>('[style*="--ratio"]');
  const gesture = (type: string, scale: number) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    fireEvent(picture, Object.assign(event, { scale, clientX: 0, clientY: 0 }));
    return event;
  };
  for (const factor of [1.5, 2]) {
    expect(gesture('gesturestart', 1).defaultPrevented).toBe(true);
    for (const scale of [1.25, factor]) expect(gesture('gesturechange', scale).defaultPrevented).toBe(true);
  }
  expect(box?.style.getPropertyValue('--zoom')).toBe('3');
  if (box) box.setPointerCapture = ignore;
  fireEvent.pointerDown(picture, { pointerId: 1, button: 0 });
  expect(gesture('gesturechange', 4).defaultPrevented).toBe(true);
  expect(box?.style.getPropertyValue('--zoom')).toBe('3');
});
