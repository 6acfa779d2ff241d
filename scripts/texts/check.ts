/**
 * The part of `npm run check` that checks texts: their definitions, their translations, and untranslatable literals.
 */
import { checkCatalog, readCatalogs } from './catalog.ts';
import { collectTexts, listSources, relativePath } from './collect.ts';
import { findLiterals } from './literals.ts';
import { readSource } from './syntax.ts';

/** The component gallery. Only developers see it, and it is not part of the build. */
const GALLERY = 'web/src/features/dev/';

const { texts, problems } = collectTexts(listSources('contract/src', 'web/src', 'server/src'));
for (const [language, catalog] of readCatalogs()) {
  problems.push(...checkCatalog(texts, catalog).map((problem) => `contract/texts/${language}.json: ${problem}`));
}
for (const file of listSources('web/src')) {
  const shown = relativePath(file);
  if (!shown.startsWith(GALLERY)) problems.push(...findLiterals({ ...readSource(file), file: shown }));
}

for (const problem of problems) console.log(problem);
console.log(`${texts.size} texts, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
