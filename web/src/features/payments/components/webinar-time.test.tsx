import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WebinarTime } from './webinar-time.tsx';

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const startsAt = '2030-05-01T16:00:00.000Z';

it("The time of a webinar is shown in the viewer's time zone, with the host's beside it", () => {
  const elsewhere = own === 'Pacific/Kiritimati' ? 'Europe/Berlin' : 'Pacific/Kiritimati';
  const { container } = render(<WebinarTime startsAt={startsAt} hostZone={elsewhere} />);
  expect(container.querySelector('time')?.getAttribute('datetime')).toBe(startsAt);
  expect(screen.getByText(/where the host is/).textContent).toContain(elsewhere);
});

it('The time of a webinar is shown once if both time zones agree or the host’s is unknown', () => {
  const { rerender } = render(<WebinarTime startsAt={startsAt} hostZone={own} />);
  expect(screen.queryByText(/where the host is/)).toBeNull();
  rerender(<WebinarTime startsAt={startsAt} hostZone={null} />);
  expect(screen.queryByText(/where the host is/)).toBeNull();
});
