/**
 * `npm run tenant:keys -- <client> <campaign,campaign or store> [--count 10] [--uses 1] [--days 30] [--label
 * text]`: makes access keys and writes them one per line.
 */
import './require-node.mjs';
import { parseArgs } from 'node:util';
import { endWithUsage, runWithStore } from './command.ts';
import { makeKeys } from '#server/tenants/keys.ts';

const USAGE =
  'npm run tenant:keys -- <loja> <campanha,campanha> [--count 10] [--uses 1] [--days 30] [--label texto]';
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '1' },
        uses: { type: 'string' },
        days: { type: 'string' },
        label: { type: 'string' },
      },
    });
  } catch {
    // Only what was typed can be wrong with it, and Node says so in English.
    return endWithUsage(USAGE);
  }
}

const { values, positionals } = read();
const [client, opens, more] = positionals;
if (client === undefined || opens === undefined || more !== undefined) endWithUsage(USAGE);
await runWithStore(process.env, async (core) => {
  const keys = await makeKeys(core, {
    client,
    opens: opens.split(','),
    count: Number(values.count),
    max: numberOf(values.uses),
    days: numberOf(values.days),
    label: values.label,
  });
  return keys.join('\n');
});
