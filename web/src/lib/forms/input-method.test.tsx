import { fireEvent, render, screen } from '@testing-library/react';
import './input-method.ts';
import { expect, it, vi } from 'vitest';

it('A key that an input method uses does nothing else on the page, not even the last one in Safari', () => {
  const pressed = vi.fn();
  render(<input aria-label="Text" onKeyDown={({ key }) => pressed(key)} />);
  const field = screen.getByLabelText('Text');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(pressed).toHaveBeenCalledWith('Enter');
});
