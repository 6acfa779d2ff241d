import { removeImportGaps } from '../check/import-gaps.ts';
import { addSums } from '../check/migration-sums.ts';
import { correctDocuments } from '../docs/correct-documents.ts';
import { saveIndex } from '../docs/decisions.ts';
import { saveSocketEvents } from '../docs/socket-events.ts';
import { saveNotice } from '../docs/third-party.ts';
import { runTool } from '../run/run-tool.ts';

/**
 * `npm run fix`: formats all files, sorts imports and closes the gaps between them, applies the linter's fixes, adds
 * the checksums of new migrations, writes the generated documents, and corrects long lines and the paths of moved files
 * in the others.
 */
addSums();
saveNotice();
correctDocuments();
saveIndex();
saveSocketEvents();
// Imported only now, because the program reads the list of migrations, to which `addSums` adds, when it is imported.
const { saveSchema } = await import('../docs/schema.ts');
await saveSchema();
const formatted = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '--colors=off', '.'], { show: true });
removeImportGaps();
const linted = await runTool('oxlint/bin/oxlint', ['--type-aware', '--fix', '.'], { show: true });
process.exitCode = formatted.ok && linted.ok ? 0 : 1;
