import { act, fireEvent, render, screen } from '@testing-library/react';
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

it('The cropper zooms and moves with the keyboard alone', async () => {
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

it('The cropper zooms with its slider, which announces its value, and with its buttons', async () => {
  const user = userEvent.setup();
  render(<Cropper />);
  fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '250' } });
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('250%');
  await user.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(crop().zoom).toBeCloseTo(2.4);
});

it('The cropper drops no finger movement, however quickly they follow each other, and zooms with two fingers', () => {
  render(<Cropper />);
  const stage = screen.getByRole('application');
  stage.setPointerCapture = () => undefined;
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  fireEvent.change(screen.getByRole('slider'), { target: { value: '200' } });
  const finger = (name: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, clientX: number) =>
    fireEvent[name](stage, { pointerId, clientX, clientY: 50 });
  // Nothing is rendered within one act.
  act(() => {
    finger('pointerDown', 1, 50);
    finger('pointerMove', 1, 40);
    finger('pointerMove', 1, 30);
  });
  expect(crop().x).toBeCloseTo(0.6);
  act(() => {
    finger('pointerDown', 2, 40);
    finger('pointerMove', 2, 42);
    finger('pointerMove', 2, 45);
    finger('pointerUp', 1, 30);
    finger('pointerUp', 2, 45);
  });
  expect(crop().zoom).toBeCloseTo(3);
});
