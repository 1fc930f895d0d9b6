/**
 * `npm run tenant:seal`: seals what is typed or piped in with the keys of the environment, for the settings
 * of a tenant.
 */
import './require-node.mjs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommand } from './command.ts';
import { readEnv } from '#server/platform/env.ts';
import { openSecrets } from '#server/platform/secrets.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  if (process.stdin.isTTY) console.error('Cole a chave, Enter e Ctrl+D:');
  const secret = (await text(process.stdin)).trim();
  if (secret === '') throw new Error('Não há nada para selar: a entrada está vazia.');
  return openSecrets(env, join(env.DATA_DIR, 'keys')).seal(secret);
});
