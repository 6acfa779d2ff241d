import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Menu } from './menu.tsx';

function setUp() {
  const chosen: string[] = [];
  render(
    <MemoryRouter>
      <Menu
        label="Post"
        items={[
          { label: 'Copy link', onSelect: () => chosen.push('copy') },
          { label: 'Pin', disabled: true, onSelect: () => chosen.push('pin') },
          { label: 'Profile', to: '/Profile' },
          {
            label: 'Delete',
            onSelect: () => chosen.push(`delete with focus on ${document.activeElement?.textContent}`),
          },
        ]}
        renderTrigger={(props) => (
          <button type="button" {...props}>
            More
          </button>
        )}
      />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
  return { chosen, user: userEvent.setup(), trigger: screen.getByRole('button', { name: 'More' }) };
}

const focused = () => document.activeElement?.textContent;

describe('A menu', () => {
  it('opens with the arrow keys on the first or the last item', async () => {
    const { user, trigger } = setUp();
    trigger.focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Copy link');
    expect(trigger.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}{ArrowUp}');
    expect(focused()).toBe('Delete');
  });

  it('moves with arrow keys, wraps, and jumps to the ends and to letters', async () => {
    const { user, trigger } = setUp();
    await user.click(trigger);
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Copy link');
    await user.keyboard('{End}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{Home}p');
    expect(focused()).toBe('Pin');
    await user.keyboard('p');
    expect(focused()).toBe('Profile');
  });

  it('closes on Escape with the focus on its button, on Tab, and on a click outside', async () => {
    const { user, trigger } = setUp();
    await user.click(trigger);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger);
    await user.keyboard('{Enter}{Tab}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(trigger);
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it("runs an item's action after the focus has returned to its button", async () => {
    const { user, trigger, chosen } = setUp();
    await user.click(trigger);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(chosen).toEqual(['delete with focus on More']);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('ignores a disabled item and stays open', async () => {
    const { user, trigger, chosen } = setUp();
    await user.click(trigger);
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    expect(chosen).toEqual([]);
    expect(screen.getByRole('menu', { name: 'Post' })).toBeTruthy();
  });
});
