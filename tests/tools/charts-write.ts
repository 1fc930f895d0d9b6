/**
 * `npm run charts` writes docs/charts from the charts, the samples of the flow book from their models, and the picture
 * of the rooms in docs/architecture.md.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chartPages, folder } from './charts-pages.ts';
import { faultsFile, faultsText, wholeMatrix } from './charts-faults.ts';
import { pathSamplesFile, pathSamplesText } from './charts-path-samples.ts';
import { samplesFile, samplesText } from './charts-samples.ts';
import { architectureFile, architectureText } from './rooms.ts';

const pages = await chartPages();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(path.join(folder, name));
for (const [name, text] of pages) writeFileSync(path.join(folder, name), text);
mkdirSync(path.dirname(samplesFile), { recursive: true });
writeFileSync(samplesFile, await samplesText());
mkdirSync(path.dirname(pathSamplesFile), { recursive: true });
writeFileSync(pathSamplesFile, await pathSamplesText());
mkdirSync(path.dirname(faultsFile), { recursive: true });
writeFileSync(faultsFile, faultsText(await wholeMatrix()));
writeFileSync(architectureFile, await architectureText());
console.log(`${pages.size} files in docs/charts, and the rooms in docs/architecture.md`);
