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
