import { useEffect, useRef } from 'react';
import { loadWithRetries } from '../parts/load-part.ts';
import type { FormSchema } from './use-form.ts';

/**
 * A schema that is loaded after the page with the form. Until then every value is sent unchecked: the server validates
 * it with the same schema, and its messages appear at the same fields.
 */
export function useLazySchema<Output>(load: () => Promise<FormSchema<Output>>): FormSchema<Output> {
  const schema = useRef<FormSchema<Output>>(null);
  const first = useRef(load);
  useEffect(() => {
    void loadWithRetries(first.current).then((loaded) => (schema.current = loaded));
  }, []);
  return {
    safeParse: (value) => schema.current?.safeParse(value) ?? { success: true, data: value as Output },
  };
}
