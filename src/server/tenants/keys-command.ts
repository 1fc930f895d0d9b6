/** `npm run tenant:keys -- <client> <campaign,campaign or store> [--count 10] [--uses 1] [--days 30] [--label text]`: makes access keys and writes them one per line. */
import '../require-node.mjs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { openCore } from '../main.ts';
import { makeKeys } from './keys.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: 'string', default: '1' }, uses: { type: 'string' }, days: { type: 'string' }, label: { type: 'string' } } });
const [client, opens] = positionals;
if (client === undefined || opens === undefined) {
  console.error('Uso: npm run tenant:keys -- <loja> <campanha,campanha> [--count 10] [--uses 1] [--days 30] [--label texto]');
  process.exit(2);
}
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const env = readEnv(process.env);
const log = createLog('warn');
const db = await openDatabase(env, log);
try {
  const core = await openCore(env, db, log);
  const keys = await makeKeys(core, { client, opens: opens.split(','), count: Number(values.count), max: numberOf(values.uses), days: numberOf(values.days), label: values.label });
  console.log(keys.join('\n'));
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await db.close();
}
