import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { wholeCrop } from './crop.ts';
import { ImageCropper } from './image-cropper.tsx';

function Cropper() {
  const [crop, setCrop] = useState(wholeCrop);
  return (
    <>
      <ImageCropper
        src="/picture.jpg"
        pictureRatio={1}
        frameRatio={1}
        crop={crop}
        onCrop={setCrop}
        picture={null}
        onLoad={() => undefined}
        onBroken={() => undefined}
      />
      <output>{JSON.stringify(crop)}</output>
    </>
  );
}

const crop = () => JSON.parse(screen.getByRole('status').textContent) as typeof wholeCrop;

it('zooms and moves by keys alone', async () => {
  const user = userEvent.setup();
  render(<Cropper />);
  screen.getByRole('application').focus();
  await user.keyboard('{ArrowRight}');
  expect(crop()).toEqual(wholeCrop);
  for (let press = 0; press < 10; press++) await user.keyboard('+');
  expect(crop().zoom).toBeCloseTo(2);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect(crop().x).toBeCloseTo(0.55);
  expect(crop().y).toBeCloseTo(0.475);
  await user.keyboard('-');
  expect(crop().zoom).toBeCloseTo(1.9);
});

it('zooms by its slider, which says where it is, and by its buttons', async () => {
  const user = userEvent.setup();
  render(<Cropper />);
  fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '250' } });
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('250 %');
  await user.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(crop().zoom).toBeCloseTo(2.4);
});
