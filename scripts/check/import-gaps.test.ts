import { expect, test } from 'vitest';
import { closeImportGaps } from './import-gaps.ts';

test('closeImportGaps removes blank lines before imports, and no others', () => {
  const text = [
    '/** What the file is for: 2 * 3. */\n\n',
    "import one from 'one';\n\n",
    "import {\n  two,\n} from 'two';\n\n",
    "const three = await import('three');\n\n",
  ].join('');
  expect(closeImportGaps(text)).toBe(text.replace('*/\n\n', '*/\n').replace("'one';\n\n", "'one';\n"));
});
