import { describe, expect, it } from 'vitest';
import { toFrame, wholeCrop, within } from './crop.ts';

const square = 1;
const landscape = 2;

describe('A crop frame', () => {
  it('is as large as the picture allows, and centred', () => {
    expect(toFrame(wholeCrop, landscape, square)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
    expect(toFrame(wholeCrop, 1 / 2, square)).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
    expect(toFrame(wholeCrop, square, 4)).toEqual({ left: 0, top: 0.375, width: 1, height: 0.25 });
  });
  it('shrinks as the zoom grows', () => {
    expect(toFrame({ ...wholeCrop, zoom: 2 }, square, square)).toEqual({
      left: 0.25,
      top: 0.25,
      width: 0.5,
      height: 0.5,
    });
  });
  it('never extends beyond the picture', () => {
    expect(within({ x: -3, y: 9, zoom: 2 }, square, square)).toEqual({ x: 0.25, y: 0.75, zoom: 2 });
    expect(within({ x: 0, y: 0, zoom: 1 }, landscape, square)).toEqual({ x: 0.25, y: 0.5, zoom: 1 });
  });
  it('is limited to a zoom between 1 and 4', () => {
    expect(within({ ...wholeCrop, zoom: 0.2 }, square, square).zoom).toBe(1);
    expect(within({ ...wholeCrop, zoom: 99 }, square, square).zoom).toBe(4);
  });
});
