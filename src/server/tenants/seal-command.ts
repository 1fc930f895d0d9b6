/** `npm run tenant:seal`: seals what is typed or piped in with the keys of the environment, for the settings of a tenant. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readEnv } from '../env.ts';
import { openSecrets } from '../secrets.ts';

const env = readEnv(process.env);
if (process.stdin.isTTY) console.error('Cole a chave, Enter e Ctrl+D:');
console.log(openSecrets(env, join(env.DATA_DIR, 'keys')).seal((await text(process.stdin)).trim()));
