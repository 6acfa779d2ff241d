import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useLazySchema } from './use-lazy-schema.ts';

const schema = z.object({ name: z.string().check(z.minLength(1, 'Name is required.')) });

it('A schema that is loaded after its form accepts every value until it is loaded, then reports errors', async () => {
  const loading = Promise.withResolvers<typeof schema>();
  const { result } = renderHook(() => useLazySchema(() => loading.promise));
  expect(result.current.safeParse({ name: '' })).toEqual({ success: true, data: { name: '' } });
  await act(async () => loading.resolve(schema));
  const parsed = result.current.safeParse({ name: '' });
  expect(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)).toEqual(['Name is required.']);
});
