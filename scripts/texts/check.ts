/** The part of `npm run check` that looks at texts: definitions, translations, and literals that nobody can translate. */
import { checkCatalog, readCatalogs } from './catalog.ts';
import { collectTexts, listSources, relativePath } from './collect.ts';
import { findLiterals } from './literals.ts';
import { NOT_CONVERTED } from './not-converted.ts';
import { readSource } from './syntax.ts';

/** The gallery of components: only developers see it, and the build leaves it out. */
const GALLERY = 'web/src/features/dev/';

const { texts, problems } = collectTexts(listSources('contract/src', 'web/src', 'server/src'));
for (const [language, catalog] of readCatalogs()) {
  problems.push(...checkCatalog(texts, catalog).map((problem) => `contract/texts/${language}.json: ${problem}`));
}
const unused = new Set(NOT_CONVERTED);
for (const file of listSources('web/src')) {
  const shown = relativePath(file);
  if (shown.startsWith(GALLERY)) continue;
  const open = NOT_CONVERTED.find((folder) => shown.startsWith(folder));
  const literals = findLiterals({ ...readSource(file), file: shown });
  if (open === undefined) problems.push(...literals);
  else if (literals.length > 0) unused.delete(open);
}
for (const folder of unused) problems.push(`${folder} has no literals left: take it off the list of not-converted.ts`);

for (const problem of problems) console.log(problem);
console.log(`${texts.size} texts, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
