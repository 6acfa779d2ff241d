import { render, screen } from '@testing-library/react';
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
