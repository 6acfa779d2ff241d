import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { DateField, toTypedDate } from './date-field.tsx';
import { FormErrors } from './form-errors.tsx';
import { PasswordField } from './password-field.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

describe('A field', () => {
  it('connects label, hint and error with its control', () => {
    render(<TextField label="Username" hint="3 to 30 letters." error="Taken." required />);
    const input = screen.getByRole('textbox', { name: /^Username/, description: 'Taken. 3 to 30 letters.' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('keeps a label in another script in one piece', () => {
    render(<TextField label="אפשר להתחיל מחר?" required />);
    expect(screen.getByText('אפשר להתחיל מחר?').tagName).toBe('BDI');
  });

  it('has no dangling descriptions when it has neither a hint nor an error', () => {
    render(<TextField label="Username" />);
    const input = screen.getByRole('textbox', { name: 'Username' });
    expect(input.hasAttribute('aria-describedby')).toBe(false);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  it('scrolls a new error into view if it has the focus', () => {
    const scrolled: unknown[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolled.push(this.textContent);
    };
    const { rerender } = render(<TextField label="Username" />);
    rerender(<TextField label="Username" error="Too short." />);
    expect(scrolled).toEqual([]);
    screen.getByRole('textbox').focus();
    rerender(<TextField label="Username" error="Taken." />);
    expect(scrolled).toEqual(['Taken.']);
  });

  it('keeps a hidden label as its name', () => {
    render(<Select label="Country" hideLabel error="Please choose." />);
    expect(screen.getByRole('combobox', { name: 'Country', description: 'Please choose.' })).toBeTruthy();
  });

  it('works the same for a checkbox', () => {
    render(<Checkbox label="I accept" error="Please accept." hint="You can leave any time." />);
    expect(
      screen.getByRole('checkbox', { name: 'I accept', description: 'Please accept. You can leave any time.' }),
    ).toBeTruthy();
  });
});

describe('A password', () => {
  it('can be shown and hidden while it keeps its value', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText('Password');
    await user.type(input, 'lamplight');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    expect(input).toHaveProperty('value', 'lamplight');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});

describe('A typed date', () => {
  it('runs in the direction of the page, so that the button at its end does not cover it', () => {
    render(<DateField label="Date of birth" />);
    expect(screen.getByRole('textbox', { name: 'Date of birth' }).hasAttribute('dir')).toBe(false);
  });

  it.each([
    ['1990-03-05', '05-03-1990'],
    ['05031990', '05-03-1990'],
    ['5/3/1990', '05-03-1990'],
    ['5.3.1990', '05-03-1990'],
    ['05-03-1990', '05-03-1990'],
    ['050', '05-0'],
    ['5-', '05'],
    ['05031990123', '05-03-1990'],
    ['abc', ''],
  ])('%s becomes %s', (typed, date) => {
    expect(toTypedDate(typed)).toBe(date);
  });

  it('receives its hyphens while it is typed and can be deleted digit by digit', async () => {
    const user = userEvent.setup();
    render(<DateField label="Date of birth" />);
    const input = screen.getByRole('textbox', { name: 'Date of birth' });
    await user.type(input, '05031990');
    expect(input).toHaveProperty('value', '05-03-1990');
    await user.type(input, '{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(input).toHaveProperty('value', '05-03');
  });
});

describe('A long text', () => {
  it('shows the remaining characters, then the excess, without truncating', async () => {
    const user = userEvent.setup();
    render(<TextArea label="Comment" limit={10} />);
    await user.type(screen.getByRole('textbox'), '12345678');
    expect(screen.queryByRole('status')).toBeNull();
    await user.type(screen.getByRole('textbox'), '9');
    expect(screen.getByRole('status').textContent).toBe('1 left');
    fireEvent.input(screen.getByRole('textbox'), { target: { value: '123456789012' } });
    expect(screen.getByRole('status').textContent).toBe('2 too many');
  });

  it('counts an emoji as one character, as the server does', () => {
    render(<TextArea label="Comment" limit={10} value={'🎉'.repeat(9)} readOnly />);
    expect(screen.getByRole('status').textContent).toBe('1 left');
  });
});

describe('The errors of a form', () => {
  it('take the focus and link to their fields', async () => {
    const user = userEvent.setup();
    render(
      <>
        <FormErrors message="Please check one field." fields={[{ field: 'email', message: 'Email is required.' }]} />
        <TextField label="Email" name="email" />
      </>,
    );
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    await user.click(screen.getByRole('button', { name: 'Email is required.' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
  });
});

it('A search field takes no more than the API searches for', async () => {
  render(<TextField type="search" label="Find" />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' });
  await userEvent.click(field);
  await userEvent.paste('a'.repeat(300));
  expect(field.value).toHaveLength(200);
});
