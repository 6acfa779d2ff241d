import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { JobFilter } from './job-filter.ts';
import { JobFilters } from './job-filters.tsx';

const savedFilter: JobFilter = { keyword: 'baker', employment: 'internship' };

function Address() {
  const [filter, setFilter] = useState<JobFilter>({});
  return (
    <>
      <JobFilters value={filter} onChange={setFilter} />
      <button type="button" onClick={() => setFilter({})}>
        Back
      </button>
      <button type="button" onClick={() => setFilter(savedFilter)}>
        Forward
      </button>
    </>
  );
}

it('Submitting the filter keeps the form and the focus; a different address resets the form', async () => {
  const user = userEvent.setup();
  render(<Address />);
  const words = () => screen.getByLabelText<HTMLInputElement>('Keywords');
  const field = words();
  await user.type(field, 'baker{Enter}');
  expect(document.activeElement).toBe(field);
  await user.selectOptions(screen.getByLabelText('Job type'), 'internship');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(words()).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(words().value).toBe('');
  expect(screen.getByLabelText<HTMLSelectElement>('Job type').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect(words().value).toBe('baker');
});
